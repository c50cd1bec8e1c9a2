/* What happens before what, along a run: model/clocks.py on rows.
 *
 * A thread's clock has for each thread the number of the last of its stretches that is known; a stretch ends where the
 * thread leaves its clock somewhere. So an access of stretch s happens before what a thread with clock[its thread] >= s
 * does next, as with positions. */
#ifndef RADDLE_PASSES_CLOCKS_H
#define RADDLE_PASSES_CLOCKS_H
#include "passes.h"

struct rd_clocks {
    int32_t threads;
    uint32_t *of;   /* clocks of threads */
    uint32_t *left; /* clocks left somewhere */
    size_t left_room, left_count;
    int32_t *created, *ended, *fence, *pending, *ticket; /* by thread: numbers of clocks in `left`, 0: none */
    int32_t *exclusive, *shared;                         /* by lock */
    int32_t *semaphore, *once, *cell;
    int32_t *own; /* by atomic cell and thread; cell_own has 1 + the number of the atomic cell */
    int32_t *cell_own;
    size_t own_room, own_count;
    int32_t *round;   /* by barrier */
    int32_t *arrived;
    int32_t region;
    const int32_t *parties;
    bool failed; /* out of memory */
};

bool rd_clocks_begin(struct rd_clocks *clocks, const struct rd_run *run);
void rd_clocks_end(struct rd_clocks *clocks);

/* Before the accesses of an event: what it acquires. */
void rd_clocks_acquire(struct rd_clocks *clocks, const struct rd_row *row);

/* Behind them: what it leaves. Out: whether the thread's clock was left somewhere. */
bool rd_clocks_release(struct rd_clocks *clocks, const struct rd_row *row);

static inline uint32_t *rd_clock_of(struct rd_clocks *clocks, int32_t thread)
{
    return clocks->of + (size_t)thread * clocks->threads;
}

#endif
