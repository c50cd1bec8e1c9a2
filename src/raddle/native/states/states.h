/* A trace program as tables, and the search of all its states.
 *
 * Python reads the RD_* constants and struct layouts from this text (decide/states_library.py): one
 * `#define NAME number` or one plain `type name;` a line. Arrays are handed over by address, in a uint64_t.
 *
 * What each kind of event means stands in model/ctp.py and model/sync_rules.py, which this agrees with; docs/decisions/0038
 * says which orders are left out, and why nothing is lost.
 */
#ifndef RADDLE_STATES_H
#define RADDLE_STATES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RD_NOTHING 0xFFFFFFFF
#define RD_OPERAND_CONSTANT 0x80000000

/* Operators beside those of walker/ops.h: as logic/operators.py has them. */
#define RD_TERM_NOT 98
#define RD_TERM_ALL 99
#define RD_TERM_ANY 100
#define RD_TERM_TRAPS 200 /* whether a division (`number` says which) does not return */

/* Kinds of events. */
#define RD_DO_STEP 0
#define RD_DO_CHECK 1
#define RD_DO_FREE 2
#define RD_DO_FENCE 3
#define RD_DO_START 4
#define RD_DO_EXIT 5
#define RD_DO_CREATE 6
#define RD_DO_JOIN 7
#define RD_DO_ACQUIRE 8
#define RD_DO_RELEASE 9
#define RD_DO_REFUSED 10
#define RD_DO_WAIT 11
#define RD_DO_WAKE 12
#define RD_DO_SIGNAL 13
#define RD_DO_BROADCAST 14
#define RD_DO_TAKE 15
#define RD_DO_POST 16
#define RD_DO_COUNT 17
#define RD_DO_ARRIVE 18
#define RD_DO_LEAVE 19
#define RD_DO_ONCE_BEGIN 20
#define RD_DO_ONCE_END 21
#define RD_DO_ONCE_PASS 22
#define RD_DO_REGION_BEGIN 23
#define RD_DO_REGION_END 24
#define RD_DO_PROCESS_END 25

/* Flags of events. */
#define RD_EVENT_SHARED 1    /* of a lock */
#define RD_EVENT_WAITS 2     /* its thread may stand before it */
#define RD_EVENT_FRAME 4     /* of a free: a function has returned */
#define RD_EVENT_GOES_ON 8   /* of a free: the memory may stay where it is */
#define RD_EVENT_SIGNALLED 16 /* of a wake: only where it was chosen */
#define RD_EVENT_ANY 32      /* of a wake: chosen or not */
#define RD_EVENT_LAST 64     /* of a departure: the last to arrive */
#define RD_EVENT_NOT_LAST 128

/* Flags of accesses. */
#define RD_TOUCH_WRITES 1
#define RD_TOUCH_ATOMIC 2
#define RD_TOUCH_NO_RACE 4   /* no access, as far as races go */
#define RD_TOUCH_NO_USE 8    /* nor as far as memory goes that is not there any more */
#define RD_TOUCH_SYMBOLIC 16 /* `place` is a table */
#define RD_TOUCH_NEEDED 32   /* of a write: somebody may ask for the value */

/* What an event does to an object: which of them depend on each other. */
#define RD_USE_READ 1
#define RD_USE_WRITE 2
#define RD_USE_ACQUIRE 1
#define RD_USE_ACQUIRE_SHARED 2
#define RD_USE_RELEASE 4
#define RD_USE_REFUSED 8
#define RD_USE_WAIT 1
#define RD_USE_SIGNAL 2
#define RD_USE_BROADCAST 4
#define RD_USE_TIMED_WAKE 8
#define RD_USE_TAKE 1
#define RD_USE_POST 2
#define RD_USE_COUNT 4
#define RD_USE_ARRIVE 1
#define RD_USE_BEGIN 1
#define RD_USE_END 2

/* What was found. */
#define RD_FOUND_FAILS 0
#define RD_FOUND_MEET 1
#define RD_FOUND_FREED 2
#define RD_FOUND_CIRCLE 3
#define RD_FOUND_STANDSTILL 4

struct rd_do {
    uint32_t kind;
    uint32_t object;   /* lock, condition, semaphore, barrier or once, among all objects; thread, of creations and joins */
    uint32_t lock;     /* of a wait: the lock, among all objects, or RD_NOTHING */
    uint32_t flags;
    uint32_t count;    /* of a count: which; of an arrival or departure: how many make a round */
    uint32_t number;   /* of the event in the trace program */
    uint32_t accesses; /* reads, then writes */
    uint32_t reads;
    uint32_t writes;
    uint32_t condition; /* operand: guard, condition, or when the memory is that */
    uint32_t trap;      /* register: 1 where that cannot be computed; RD_NOTHING: it always can */
    uint32_t cells;     /* of a free: where in words they begin */
    uint32_t cell_count;
    uint32_t dies;      /* in words: registers that nobody asks for behind it */
    uint32_t die_count;
    uint32_t last;      /* in words: cells that the thread does not read any more */
    uint32_t last_count;
    uint32_t holds;     /* which locks its thread holds before it: number of a mask */
};

struct rd_touch {
    uint32_t place;   /* cell, or table */
    uint32_t flags;
    uint32_t address; /* operand */
    uint32_t to;      /* of a read: register, or RD_NOTHING */
    uint32_t value;   /* of a write: operand */
    uint32_t trap;    /* as of an event: of address and value */
    uint32_t terms;   /* computed behind a read */
    uint32_t term_count;
};

struct rd_term {
    uint32_t op;
    uint32_t width;
    uint32_t source; /* width of the first operand */
    uint32_t number; /* lowest bit, or width of the second operand */
    uint32_t to;
    uint32_t operands; /* in words */
    uint32_t operand_count;
};

struct rd_place {
    uint64_t address;
    uint64_t cell;
};

struct rd_use {
    uint32_t position;
    uint32_t kinds;
    uint32_t holds;
};

/* Of memory that a function has left. */
struct rd_frame_end {
    uint32_t thread;
    uint32_t position;
    uint32_t number;
};

struct rd_program {
    uint64_t threads;
    uint64_t cells;
    uint64_t objects;      /* cells, then all others */
    uint64_t thread_first; /* uint32_t[threads + 1]: events */
    uint64_t registers;    /* uint32_t[threads]: how many */
    uint64_t creator;      /* uint32_t[threads]: thread, or RD_NOTHING */
    uint64_t created_at;   /* uint32_t[threads]: position of its creation */
    uint64_t ends;         /* uint8_t[threads]: its last event is its end */
    uint64_t joined_at;    /* uint32_t[threads * threads]: where the first joins the second; RD_NOTHING: nowhere */
    uint64_t events;       /* struct rd_do[] */
    uint64_t touches;      /* struct rd_touch[] */
    uint64_t terms;        /* struct rd_term[] */
    uint64_t words;        /* uint32_t[] */
    uint64_t constants;    /* uint64_t[] */
    uint64_t table_first;  /* uint32_t[tables + 1] */
    uint64_t places;       /* struct rd_place[]: sorted by address within a table */
    uint64_t use_first;    /* uint32_t[objects * threads + 1] */
    uint64_t uses;         /* struct rd_use[]: sorted by position */
    uint64_t last_read;    /* uint32_t[cells * threads]: position behind the last read; 0: none */
    uint64_t last_use;     /* the same for whatever touches it: of memory that may be given back */
    uint64_t end_first;    /* uint32_t[cells + 1] */
    uint64_t frame_ends;   /* struct rd_frame_end[] */
    uint64_t masks;        /* uint64_t[2 * masks]: locks held in any way, and alone */
    uint64_t initial;      /* uint64_t[cells + objects - cells]: of cells, then of all others */
    uint64_t reduced;      /* 0: all orders, for comparison */
};

struct rd_found {
    uint32_t kind;
    uint32_t first;  /* events; of circles and standstills: where in the list of events they begin, and how many */
    uint32_t second;
    uint32_t state;  /* the way there: up to this state (RD_NOTHING: from the beginning), */
    uint32_t thread; /* then this thread's next event (RD_NOTHING: none), */
    uint32_t chosen; /* which chooses that thread, */
    uint32_t steps;  /* and so many of those that are taken at once behind it; RD_NOTHING: all */
};

struct rd_move {
    uint32_t number;
    uint32_t chosen;
};

struct rd_searched {
    uint64_t states;
    uint64_t moves;
    uint64_t bytes;
    uint64_t is_over; /* all states have been seen */
    uint64_t found_count;
    uint64_t found;   /* struct rd_found[] */
    uint64_t listed;  /* uint32_t[]: events of circles and standstills */
    uint64_t failed;  /* no memory */
};

#define RD_EXPORT __attribute__((visibility("default")))
struct rd_states;
RD_EXPORT struct rd_states *rd_states_new(const struct rd_program *program);
RD_EXPORT void rd_states_free(struct rd_states *states);
/* Goes on until so many moves more are made, or so many bytes are taken. */
RD_EXPORT void rd_states_search(struct rd_states *states, uint64_t moves, uint64_t bytes, struct rd_searched *out);
/* The moves to what was found. Returns how many; at most `room` are written. */
RD_EXPORT uint64_t rd_states_way(struct rd_states *states, const struct rd_found *found, struct rd_move *moves, uint64_t room);
#endif
