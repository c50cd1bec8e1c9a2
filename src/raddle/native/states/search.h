/* Inside of the search: a state is one array of numbers (slots), in pieces that are kept once each.
 *
 *   of each thread   the point where it stands, what it waits for, its ticket at a barrier, whether it is there, registers
 *   of all           whose region it is (0: nobody's), then locks, conditions, semaphores, barriers, onces
 *   of each cell     its value, and 1 + the event that gave it back; of paths, 1 where nobody has written it
 *   of the token     0, or 1 + what it is armed for, and who knows of that (knows.c) */
#ifndef RADDLE_STATES_SEARCH_H
#define RADDLE_STATES_SEARCH_H
#include "states.h"

#define RD_OF_THREAD 4 /* slots before a thread's registers */
#define RD_CELLS_A_PIECE 8
#define RD_WORDS_A_PIECE 8 /* of the token */
#define RD_PARTS_A_GROUP 16
#define RD_NOBODY 0
#define RD_IS_THERE 1 /* of a thread: it has been created, */
#define RD_HAS_ENDED 2 /* and has ended; 0: neither */

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
    uint32_t armed;
};

struct rd_list {
    uint64_t key;
    uint32_t *uses; /* numbers, by point */
    uint32_t count;
};

struct rd_touched {
    uint32_t cell;
    uint32_t flags;
    uint32_t number; /* of the event */
};

struct rd_next {
    bool is_there;              /* something leaves its point, and nobody's region keeps it from it */
    bool is_possible;           /* an outcome that leads on can take place now: `event` */
    bool is_false;              /* a check whose condition is false */
    const struct rd_do *event;
    uint32_t count, capacity;   /* what all its outcomes touch */
    struct rd_touched *touched;
};

struct rd_states {
    struct rd_program p;
    uint32_t slots, all, cells, token, pieces;
    uint32_t *of_thread;
    uint32_t *piece_first, *piece_length;
    uint64_t *now;     /* the state that is worked on */
    uint64_t *scratch; /* registers */
    uint32_t *tree; /* numbers of the parts of the state that was kept or restored last, level by level */
    bool has_tree;
    struct rd_next *next, one;
    struct rd_kept parts, states;
    struct rd_reached *reached;
    uint64_t reached_capacity;
    uint32_t *stack;
    uint64_t stack_count, stack_capacity;
    struct rd_list *lists;
    uint64_t list_count, list_capacity;
    uint64_t list_bytes, moves, work;
    struct rd_found *found;
    uint64_t found_count, found_capacity;
    uint32_t *listed;
    uint64_t listed_count, listed_capacity;
    struct rd_kept known; /* what was found */
    struct rd_kept tokens;
    const uint8_t *asked; /* NULL: no token is armed */
    uint32_t base_count, base_done; /* states without a token, and from how many of them the search has branched */
    uint64_t *before_token; /* the state in which it has */
    uint32_t arm_at;        /* on the way to what was found */
    struct rd_found way;  /* to the state that is worked on */
    struct rd_move *told; /* NULL: nobody asks for the moves */
    uint64_t told_count, told_room;
    uint32_t *members, *best, *waiting;
    uint32_t turn; /* which way goes on where an event turns */
    bool begun, failed;
};

static inline uint64_t *rd_point(const struct rd_states *s, uint32_t thread) { return s->now + s->of_thread[thread]; }
static inline uint64_t *rd_waits(const struct rd_states *s, uint32_t thread) { return rd_point(s, thread) + 1; }
static inline uint64_t *rd_ticket(const struct rd_states *s, uint32_t thread) { return rd_point(s, thread) + 2; }
static inline uint64_t *rd_status(const struct rd_states *s, uint32_t thread) { return rd_point(s, thread) + 3; }
static inline uint64_t *rd_registers(const struct rd_states *s, uint32_t thread) { return rd_point(s, thread) + RD_OF_THREAD; }
static inline uint64_t *rd_region(const struct rd_states *s) { return s->now + s->all; }
static inline uint64_t *rd_object(const struct rd_states *s, uint32_t object) { return s->now + s->all + 1 + (object - s->p.cells); }
static inline uint64_t *rd_cell(const struct rd_states *s, uint32_t cell) { return s->now + s->cells + 2 * cell; }
/* The first point that the thread may still come to, and the next that a turn leaves. */
static inline const uint32_t *rd_again(const struct rd_states *s, uint32_t thread)
{
    return (const uint32_t *)(uintptr_t)s->p.again + 2 * (((const uint32_t *)(uintptr_t)s->p.thread_first)[thread] + *rd_point(s, thread));
}
static inline bool rd_is_armed(const struct rd_states *s) { return s->now[s->token]; }
static inline uint64_t *rd_gone(const struct rd_states *s, uint32_t cell) { return rd_cell(s, cell) + 1; }

#define RD_ARRAY(type, of) ((const type *)(uintptr_t)(of))

/* What leaves the point where the thread stands. */
struct rd_outcomes {
    const struct rd_do *first;
    uint32_t count;
};
static inline struct rd_outcomes rd_outcomes(const struct rd_states *s, uint32_t thread)
{
    uint64_t point = RD_ARRAY(uint32_t, s->p.thread_first)[thread] + *rd_point(s, thread);
    const uint32_t *leaving = RD_ARRAY(uint32_t, s->p.leaving) + point;
    return (struct rd_outcomes){RD_ARRAY(struct rd_do, s->p.events) + leaving[0], leaving[1] - leaving[0]};
}
/* Whether the thread may come from one point to the other. */
static inline bool rd_leads(const struct rd_states *s, uint32_t thread, uint64_t from, uint64_t to)
{
    const uint32_t *points = RD_ARRAY(uint32_t, s->p.thread_first) + thread;
    uint64_t first = RD_ARRAY(uint64_t, s->p.reach_first)[thread], words = (points[1] - points[0] + 63) / 64;
    if (first == RD_NO_REACH)
        return from <= to;
    return RD_ARRAY(uint64_t, s->p.reach)[first + from * words + to / 64] >> (to & 63) & 1;
}
static inline const uint32_t *rd_words(const struct rd_states *s, uint32_t first) { return RD_ARRAY(uint32_t, s->p.words) + first; }

/* kept.c */
bool rd_grow(struct rd_states *s, void **array, uint64_t *capacity, uint64_t needed, size_t size);
/* The number of that array among those that are kept; *is_new: it was not there. */
uint32_t rd_keep(struct rd_states *s, struct rd_kept *kept, const uint64_t *numbers, uint32_t length, bool *is_new);
/* The state that is worked on: its pieces, and groups of them, are kept once each. */
uint32_t rd_keep_state(struct rd_states *s, bool *is_new);
void rd_restore_state(struct rd_states *s, uint32_t state);
uint64_t rd_tree_size(uint32_t pieces);
void rd_kept_free(struct rd_kept *kept);
uint64_t rd_kept_bytes(const struct rd_kept *kept);

/* moves.c */
void rd_look(struct rd_states *s, uint32_t thread, struct rd_next *next);
/* What one outcome touches is added; whether it can take place. */
bool rd_look_at(struct rd_states *s, uint32_t thread, const struct rd_do *event, struct rd_next *next);
/* What the thread does next, which can take place. chosen: by a signal, or RD_NOTHING. */
void rd_move(struct rd_states *s, uint32_t thread, uint32_t chosen);
bool rd_is_allowed(const struct rd_states *s, uint32_t thread, const struct rd_do *event);
bool rd_is_alive(const struct rd_states *s, uint32_t thread);
bool rd_has_ended(const struct rd_states *s, uint32_t thread);
bool rd_stands(const struct rd_states *s, uint32_t thread);

/* depends.c */
bool rd_may_matter(struct rd_states *s, uint32_t thread, uint32_t other);
bool rd_touches_later(struct rd_states *s, uint32_t thread, uint32_t cell, uint32_t kinds);
/* The same for what it does while it does not hold locks that exclude these, before it has joined that one, and before it knows
 * of what the token is about. */
bool rd_uses_apart(struct rd_states *s, uint32_t thread, uint32_t other, uint32_t cell, uint32_t kinds, uint32_t holds);
bool rd_holds(const struct rd_states *s, uint32_t thread, uint32_t lock);

/* knows.c */
uint32_t rd_token_slots(const struct rd_states *s);
bool rd_knows(const struct rd_states *s, uint32_t thread);
bool rd_is_left_at(const struct rd_states *s, uint32_t object);
void rd_learn(struct rd_states *s, uint32_t thread, const struct rd_do *event);
bool rd_token_matters(struct rd_states *s);
bool rd_arm(struct rd_states *s, uint32_t thread);
void rd_find_unordered(struct rd_states *s, uint32_t thread);

/* findings.c */
void rd_find(struct rd_states *s, uint32_t kind, uint32_t first, uint32_t second);
void rd_find_uses(struct rd_states *s, uint32_t thread);
void rd_find_meetings(struct rd_states *s, uint32_t thread, uint32_t from);
void rd_find_all(struct rd_states *s);
#endif
