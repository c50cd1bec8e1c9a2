/* Kinds of events, and what is to be known of each beside its object: for the passes over one run, and for the search of
 * all states.
 *
 * Python reads these numbers from this text (decide/event_numbers.py): one for each action of model/actions.py, by its name.
 * What an action of each kind does stands in model/rules.
 *
 * Who adds a kind says once more what it does in these switches, each of which names all kinds and has no default
 * (tests/unit/decide/test_event_numbers.py):
 *
 *   states/moves.c      rd_is_allowed: when it may take place; waits_in_vain: where its thread stands; synchronise: what it
 *                       changes
 *   states/depends.c    may_interfere: which uses of others do not commute with it; may_enable: whose uses let it take place
 *   states/knows.c      learn_by_synchronising: who knows of what behind it
 *   passes/possible.c   row_can: when it may take place, and what it changes
 *   passes/clocks.c     rd_clocks_acquire, rd_clocks_release: what it learns, and what it leaves
 *
 * and in decide/event_numbers.py (use_of) as what it is a use of its object. What threads may hold against each other is known
 * as well in states/findings.c (waits_for_one: who waits for whom in a circle) and passes/sync_preserving.c (follow:
 * sections), by locks and regions alone. */
#ifndef RADDLE_EVENTS_H
#define RADDLE_EVENTS_H

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
#define RD_EVENT_SHARED 1     /* of a lock */
#define RD_EVENT_WAITS 2      /* its thread may stand before it */
#define RD_EVENT_FRAME 4      /* of a free: a function has returned */
#define RD_EVENT_GOES_ON 8    /* of a free: the memory may stay where it is */
#define RD_EVENT_SIGNALLED 16 /* of a wake: only where it was chosen */
#define RD_EVENT_ANY 32       /* of a wake: chosen or not */
#define RD_EVENT_LAST 64      /* of a departure: the last to arrive, */
#define RD_EVENT_NOT_LAST 128 /* or another one; neither of the two: whichever */
#define RD_EVENT_MADE_UP 256  /* of a region: not the program's, it orders nothing */
#define RD_EVENT_ACQUIRES 512 /* of a fence */
#define RD_EVENT_RELEASES 1024
#define RD_EVENT_ENDS 2048 /* of paths, a failure or a frontier: it is told, and nothing comes behind it */

#endif
