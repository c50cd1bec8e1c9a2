/* One run of a trace program as rows, and what the linear passes over it take and give.
 *
 * Python reads the RD_* constants and struct layouts from this text (predict/races/passes_library.py): one
 * `#define NAME number` or one plain `type name;` a line. Arrays are handed over by address, in a uint64_t.
 *
 * The rows stand in the order of the run. An event is one row or several in a row: its reads, its writes, or what it does
 * to synchronisation (model/actions.py says what each action means). A Wait with a lock is a release and a wait.
 */
#ifndef RADDLE_PASSES_H
#define RADDLE_PASSES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../events.h"

/* Kinds of rows beside those of events. `object` is the number of what it is done to. */
#define RD_ROW_NOTHING 100
#define RD_ROW_READ 101
#define RD_ROW_WRITE 102

/* Flags of reads, writes and frees; those of other rows are the event's, and of a count its value. */
#define RD_ACCESS_WRITES 1
#define RD_ACCESS_ATOMIC 2
#define RD_ACCESS_ACQUIRES 4
#define RD_ACCESS_RELEASES 8
#define RD_ACCESS_UPDATE 16  /* a write whose event also reads the cell atomically */
#define RD_ACCESS_EARLY 32   /* no access, as far as races go */
#define RD_ACCESS_MATTERS 64 /* a read whose value decides what can happen */
#define RD_ACCESS_GOES_ON 128 /* realloc: it must be there, and stays */

struct rd_row {
    int32_t kind;
    int32_t thread;
    int32_t object;
    int32_t flags;
    int32_t event;
    int32_t seen; /* the earlier event that it needs: the write that it read, the create, the exit, the holder, ...; -1: none */
};

struct rd_run {
    uint64_t rows;
    uint64_t row_count;
    uint64_t threads;   /* int32_t by event */
    uint64_t positions; /* int32_t by event: its place in its thread */
    uint64_t counts;    /* int32_t by thread: how many events it has */
    uint64_t initials;  /* int32_t by semaphore */
    uint64_t parties;   /* int32_t by barrier */
    int32_t event_count;
    int32_t thread_count;
    int32_t cell_count;
    int32_t lock_count;
    int32_t semaphore_count;
    int32_t barrier_count;
    int32_t once_count;
    int32_t condition_count;
};

/* Two places whose accesses the run leaves unordered, the first example, and how many pairs of accesses. */
struct rd_pair {
    int32_t place_a;
    int32_t place_b;
    int32_t event_a; /* is in the run when event_b is next */
    int32_t event_b;
    uint64_t count;
};

struct rd_pairs {
    uint64_t pairs;
    uint64_t pair_count;
    uint64_t beyond; /* pairs of accesses at further pairs of places, at least: there was no room for those */
};

static inline const struct rd_row *rd_rows(const struct rd_run *run)
{
    return (const struct rd_row *)run->rows;
}

static inline const int32_t *rd_numbers(uint64_t address)
{
    return (const int32_t *)address;
}

/* The row behind the last of the event that begins with row `first`. */
static inline uint64_t rd_past_event(const struct rd_run *run, uint64_t first)
{
    const struct rd_row *rows = rd_rows(run);
    uint64_t past = first + 1;
    while (past < run->row_count && rows[past].event == rows[first].event)
        past++;
    return past;
}

/* Memory: out of it the pass gives up by itself, and says so to its caller (all return NULL then). */
void *rd_zeroed(size_t count, size_t size);
bool rd_grown(void **items, size_t *room, size_t wanted, size_t size);

#define RD_EXPORT __attribute__((visibility("default")))

#endif
