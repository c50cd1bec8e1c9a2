/* Inside of the search: a state is one array of numbers (slots), in pieces that are kept once each.
 *
 *   of each thread   position, what it waits for, its ticket at a barrier, registers
 *   of all           whose region it is (0: nobody's), then locks, conditions, semaphores, barriers, onces
 *   of each cell     its value, and 1 + the event that gave it back */
#ifndef RADDLE_STATES_SEARCH_H
#define RADDLE_STATES_SEARCH_H
#include "states.h"

#define RD_OF_THREAD 3 /* slots before a thread's registers */
#define RD_CELLS_A_PIECE 8
#define RD_NOBODY 0

struct rd_kept { /* arrays of numbers, each once; exact */
    uint64_t *numbers;
    uint64_t number_count, number_capacity;
    uint64_t *first;
    uint32_t *length;
    uint64_t count, capacity;
    uint32_t *slots;
    uint64_t slot_capacity;
};

struct rd_reached {
    uint32_t from;
    uint16_t thread;
    uint16_t chosen;
};

struct rd_list {
    uint64_t key;
    uint32_t *positions;
    uint32_t count;
};

struct rd_touched {
    uint32_t cell;
    uint32_t flags;
};

struct rd_next {
    bool is_there;    /* it has a next event, and nobody's region keeps it from it */
    bool is_possible; /* that can take place now */
    bool is_false;    /* a check whose condition is false */
    uint32_t count, capacity;
    struct rd_touched *touched;
};

struct rd_states {
    struct rd_program p;
    uint32_t slots, all, cells, pieces;
    uint32_t *of_thread;
    uint32_t *piece_first, *piece_length;
    uint64_t *now;     /* the state that is worked on */
    uint64_t *scratch; /* registers */
    uint32_t *key;
    struct rd_next *next;
    struct rd_kept parts, states;
    struct rd_reached *reached;
    uint64_t reached_capacity;
    uint32_t *stack;
    uint64_t stack_count, stack_capacity;
    struct rd_list *lists;
    uint64_t list_count, list_capacity;
    uint64_t list_bytes, moves;
    struct rd_found *found;
    uint64_t found_count, found_capacity;
    uint32_t *listed;
    uint64_t listed_count, listed_capacity;
    struct rd_kept known; /* what was found */
    struct rd_found way;  /* to the state that is worked on */
    struct rd_move *told; /* NULL: nobody asks for the moves */
    uint64_t told_count, told_room;
    uint32_t *members, *best, *waiting;
    bool begun, failed;
};

static inline uint64_t *rd_position(const struct rd_states *s, uint32_t thread) { return s->now + s->of_thread[thread]; }
static inline uint64_t *rd_waits(const struct rd_states *s, uint32_t thread) { return rd_position(s, thread) + 1; }
static inline uint64_t *rd_ticket(const struct rd_states *s, uint32_t thread) { return rd_position(s, thread) + 2; }
static inline uint64_t *rd_registers(const struct rd_states *s, uint32_t thread) { return rd_position(s, thread) + RD_OF_THREAD; }
static inline uint64_t *rd_region(const struct rd_states *s) { return s->now + s->all; }
static inline uint64_t *rd_object(const struct rd_states *s, uint32_t object) { return s->now + s->all + 1 + (object - s->p.cells); }
static inline uint64_t *rd_cell(const struct rd_states *s, uint32_t cell) { return s->now + s->cells + 2 * cell; }
static inline uint64_t *rd_gone(const struct rd_states *s, uint32_t cell) { return rd_cell(s, cell) + 1; }

#define RD_ARRAY(type, of) ((const type *)(uintptr_t)(of))

static inline uint32_t rd_count_of(const struct rd_states *s, uint32_t thread)
{
    const uint32_t *first = RD_ARRAY(uint32_t, s->p.thread_first);
    return first[thread + 1] - first[thread];
}
static inline const struct rd_do *rd_event(const struct rd_states *s, uint32_t thread, uint64_t position)
{
    return RD_ARRAY(struct rd_do, s->p.events) + RD_ARRAY(uint32_t, s->p.thread_first)[thread] + position;
}
static inline const uint32_t *rd_words(const struct rd_states *s, uint32_t first) { return RD_ARRAY(uint32_t, s->p.words) + first; }

/* kept.c */
bool rd_grow(struct rd_states *s, void **array, uint64_t *capacity, uint64_t needed, size_t size);
/* The number of that array among those that are kept; *is_new: it was not there. */
uint32_t rd_keep(struct rd_states *s, struct rd_kept *kept, const uint64_t *numbers, uint32_t length, bool *is_new);
void rd_kept_free(struct rd_kept *kept);
uint64_t rd_kept_bytes(const struct rd_kept *kept);

/* moves.c */
void rd_look(struct rd_states *s, uint32_t thread, struct rd_next *next);
/* The thread's next event, which can take place. chosen: by a signal, or RD_NOTHING. */
void rd_move(struct rd_states *s, uint32_t thread, uint32_t chosen);
bool rd_is_alive(const struct rd_states *s, uint32_t thread);
bool rd_has_ended(const struct rd_states *s, uint32_t thread);
bool rd_stands(const struct rd_states *s, uint32_t thread);

/* depends.c */
bool rd_may_interfere(struct rd_states *s, uint32_t thread, uint32_t other);
bool rd_may_enable(struct rd_states *s, uint32_t thread, uint32_t other);
bool rd_holds(const struct rd_states *s, uint32_t thread, uint32_t lock);

/* findings.c */
void rd_find(struct rd_states *s, uint32_t kind, uint32_t first, uint32_t second);
void rd_find_uses(struct rd_states *s, uint32_t thread);
void rd_find_meetings(struct rd_states *s, uint32_t thread, uint32_t from);
void rd_find_all(struct rd_states *s);
#endif
