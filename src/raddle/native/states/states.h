/* What threads do as tables, and the search of all its states: a trace program, or paths. Each thread is a graph of events
 * between points; of a trace program it is a chain.
 *
 * Python reads the RD_* constants and struct layouts from this text (decide/states_library.py): one
 * `#define NAME number` or one plain `type name;` a line. Arrays are handed over by address, in a uint64_t.
 *
 * What each kind of event means stands in model/actions.py and model/rules, which this agrees with; decision 38
 * (docs/decisions) says which orders are left out, and why nothing is lost.
 */
#ifndef RADDLE_STATES_H
#define RADDLE_STATES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../events.h"

#define RD_NOTHING 0xFFFFFFFF
#define RD_OPERAND_CONSTANT 0x80000000
#define RD_NO_REACH 0xFFFFFFFFFFFFFFFF

/* Operators beside those of walker/ops.h: as logic/operators.py has them. */
#define RD_TERM_NOT 98
#define RD_TERM_ALL 99
#define RD_TERM_ANY 100
#define RD_TERM_TRAPS 200 /* whether a division (`number` says which) does not return */

/* Flags of accesses. */
#define RD_TOUCH_WRITES 1
#define RD_TOUCH_ATOMIC 2
#define RD_TOUCH_NO_RACE 4   /* no access, as far as races go */
#define RD_TOUCH_NO_USE 8    /* nor as far as memory goes that is not there any more */
#define RD_TOUCH_SYMBOLIC 16 /* `place` is a table */
#define RD_TOUCH_NEEDED 32   /* of a write: somebody may ask for the value */
#define RD_TOUCH_ACQUIRES 64 /* its memory order */
#define RD_TOUCH_RELEASES 128
#define RD_TOUCH_OF_LOCK 256 /* of what a lock or the like is: what misuses it stands beside others there */

/* What an event does to an object: which of them depend on each other. */
#define RD_USE_READ 1
#define RD_USE_WRITE 2
#define RD_USE_RACE_READ 4 /* accesses as far as races go, */
#define RD_USE_RACE_WRITE 8
#define RD_USE_PLAIN_READ 16 /* and of them those that are not atomic */
#define RD_USE_PLAIN_WRITE 32
#define RD_USE_FOLLOWED 64 /* at an address that its thread has to come by; of what is asked about: but for those */
#define RD_USE_NAMES 128   /* no access: a constant of the event may lead to that cell */
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
#define RD_FOUND_REACHES 5
#define RD_FOUND_UNWRITTEN 6 /* `second` is the cell */
#define RD_FOUND_UNORDERED 7 /* `first` has taken place */
#define RD_FOUND_BESIDE 8    /* as two that meet, at a lock or the like */

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
    uint32_t target;    /* the point of its thread that it leads to; */
    uint32_t turns;     /* in words: where it turns, all points that it may lead to instead */
    uint32_t turn_count;
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
    uint32_t point; /* that its event leaves */
    uint32_t kinds;
    uint32_t holds;
    uint32_t joined; /* which threads have been joined before it, on every way: number of a set */
    uint32_t told_by;   /* of memory given back that is followed: the register that says whether it is that memory, */
    uint32_t told_from; /* from this point on; RD_NOTHING: no such use */
};

/* Of memory that a function has left; of trace programs only. */
struct rd_frame_end {
    uint32_t thread;
    uint32_t position;
    uint32_t number;
};

struct rd_program {
    uint64_t threads;
    uint64_t cells;
    uint64_t objects;      /* cells, then all others */
    uint64_t first_lock;   /* among the objects, */
    uint64_t locks;        /* and how many */
    uint64_t thread_first; /* uint32_t[threads + 1]: points; what leads to a point stands before it */
    uint64_t again;        /* uint32_t[2 * points]: the first point of its thread that may still come behind it, and the next that a
                              turn leaves, or RD_NOTHING */
    uint64_t leaving;      /* uint32_t[points + 1]: the events that leave each: outcomes of one operation, which exclude each other */
    uint64_t held;         /* uint32_t[2 * points]: the locks that are held there: where in words, and how many */
    uint64_t reach_first;  /* uint64_t[threads]: where in reach, or RD_NO_REACH: the thread is a chain */
    uint64_t reach;        /* uint64_t[]: bits, a row for each point: to which points it leads */
    uint64_t registers;    /* uint32_t[threads]: how many */
    uint64_t creator;      /* uint32_t[threads]: thread, or RD_NOTHING */
    uint64_t joined;       /* uint8_t[sets * threads]: whether that one has been joined */
    uint64_t events;       /* struct rd_do[] */
    uint64_t touches;      /* struct rd_touch[] */
    uint64_t terms;        /* struct rd_term[] */
    uint64_t words;        /* uint32_t[] */
    uint64_t constants;    /* uint64_t[] */
    uint64_t table_first;  /* uint32_t[tables + 1] */
    uint64_t places;       /* struct rd_place[]: sorted by address within a table */
    uint64_t use_first;    /* uint32_t[objects * threads + 1] */
    uint64_t uses;         /* struct rd_use[]: sorted by point */
    uint64_t last_read;    /* uint32_t[cells * threads]: the point behind the last that reads it; 0: none */
    uint64_t last_use;     /* the same for whatever touches it: of memory that may be given back */
    uint64_t end_first;    /* uint32_t[cells + 1] */
    uint64_t frame_ends;   /* struct rd_frame_end[] */
    uint64_t masks;        /* uint64_t[2 * masks]: locks held in any way, and alone */
    uint64_t initial;      /* uint64_t[cells + objects - cells]: of cells, then of all others */
    uint64_t carried;      /* uint32_t[cells]: its number among those by which atomics may hand on what is known, or RD_NOTHING */
    uint64_t carried_count;
    uint64_t unwritten;    /* uint8_t[cells]: of paths, whether it is asked who reads it before anybody has written it */
    uint64_t address;      /* uint64_t[cells]: where it is; 0: nobody comes there by an address that is followed */
    uint64_t sources;      /* uint32_t[]: the cells from which addresses are taken */
    uint64_t source_count;
    uint64_t source_object; /* all of them, as an object that is read */
    uint64_t least_away;   /* how far what is touched may be from the address that was found, with its sign, */
    uint64_t most_away;    /* and at the most */
    uint64_t merges_freed; /* of memory that was given back, neither by whom nor what was there is kept */
    uint64_t is_graph;     /* paths: what has several outcomes is done only where it can take place */
    uint64_t reduced;      /* 0: all orders, for comparison */
};

struct rd_found {
    uint32_t kind;
    uint32_t first;  /* events; of circles and standstills: where in the list of events they begin, and how many */
    uint32_t second;
    uint32_t state;  /* the way there: up to this state (RD_NOTHING: from the beginning), */
    uint32_t thread; /* then this thread's next event (RD_NOTHING: none), */
    uint32_t chosen; /* which chooses that thread, */
    uint32_t steps;  /* and so many of those that are taken at once behind it; RD_NOTHING: all. */
    uint32_t armed;  /* The last move of which the token is about is followed by those: so many are taken at once before it
                        is armed; RD_NOTHING: it is not armed on that part of the way */
};

struct rd_move {
    uint32_t number;
    uint32_t chosen;
};

struct rd_searched {
    uint64_t states;
    uint64_t moves;
    uint64_t work;    /* looks at what threads do next, and at whether others matter for that */
    uint64_t bytes;
    uint64_t is_over; /* all states have been seen, */
    uint64_t has_all_orders; /* and all of those with the token */
    uint64_t found_count;
    uint64_t found;   /* struct rd_found[] */
    uint64_t listed;  /* uint32_t[]: events of circles and standstills */
    uint64_t failed;  /* no memory */
};

#define RD_EXPORT __attribute__((visibility("default")))
struct rd_states;
RD_EXPORT struct rd_states *rd_states_new(const struct rd_program *program);
RD_EXPORT void rd_states_free(struct rd_states *states);
/* Goes on until so much work more is done, or so many bytes are taken. */
RD_EXPORT void rd_states_search(struct rd_states *states, uint64_t work, uint64_t bytes, struct rd_searched *out);
/* From now on it also goes through the states with a token (knows.c), once all others have been seen. asked: of each event,
 * by number, whether it is the first of a pair that is asked about. */
RD_EXPORT bool rd_states_arm(struct rd_states *states, const uint8_t *asked);
/* The moves to what was found. Returns how many; at most `room` are written. */
RD_EXPORT uint64_t rd_states_way(struct rd_states *states, const struct rd_found *found, struct rd_move *moves, uint64_t room);
#endif
