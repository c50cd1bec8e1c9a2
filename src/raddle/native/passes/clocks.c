/* The edges of happens-before (model/clocks.py). */
#include "clocks.h"

#include <stdlib.h>
#include <string.h>

bool rd_clocks_begin(struct rd_clocks *clocks, const struct rd_run *run)
{
    memset(clocks, 0, sizeof *clocks);
    size_t threads = run->thread_count;
    clocks->threads = run->thread_count;
    clocks->parties = rd_numbers(run->parties);
    int32_t **by_thread[] = {&clocks->created, &clocks->ended, &clocks->fence, &clocks->pending, &clocks->ticket};
    for (size_t i = 0; i < sizeof by_thread / sizeof *by_thread; i++)
        *by_thread[i] = rd_zeroed(threads, sizeof(int32_t));
    clocks->of = rd_zeroed(threads * threads, sizeof(uint32_t));
    clocks->exclusive = rd_zeroed(run->lock_count, sizeof(int32_t));
    clocks->shared = rd_zeroed(run->lock_count, sizeof(int32_t));
    clocks->semaphore = rd_zeroed(run->semaphore_count, sizeof(int32_t));
    clocks->once = rd_zeroed(run->once_count, sizeof(int32_t));
    clocks->cell = rd_zeroed(run->cell_count, sizeof(int32_t));
    clocks->cell_own = rd_zeroed(run->cell_count, sizeof(int32_t));
    clocks->round = rd_zeroed(run->barrier_count, sizeof(int32_t));
    clocks->arrived = rd_zeroed(run->barrier_count, sizeof(int32_t));
    clocks->left_count = 1; /* 0: none */
    if (!clocks->created || !clocks->ended || !clocks->fence || !clocks->pending || !clocks->ticket || !clocks->of
        || !clocks->exclusive || !clocks->shared || !clocks->semaphore || !clocks->once || !clocks->cell
        || !clocks->cell_own || !clocks->round || !clocks->arrived
        || !rd_grown((void **)&clocks->left, &clocks->left_room, threads, sizeof(uint32_t)))
        return false;
    for (size_t thread = 0; thread < threads; thread++)
        rd_clock_of(clocks, (int32_t)thread)[thread] = 1;
    return true;
}

void rd_clocks_end(struct rd_clocks *clocks)
{
    void *all[] = {clocks->of,     clocks->left,      clocks->created, clocks->ended,    clocks->fence,
                   clocks->pending, clocks->ticket,   clocks->exclusive, clocks->shared, clocks->semaphore,
                   clocks->once,   clocks->cell,      clocks->own,     clocks->cell_own, clocks->round,
                   clocks->arrived};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static uint32_t *at(struct rd_clocks *clocks, int32_t place)
{
    return clocks->left + (size_t)place * clocks->threads;
}

/* The clock at that place, made if there is none; NULL: out of memory. Others may move by it. */
static uint32_t *made(struct rd_clocks *clocks, int32_t *place)
{
    if (!*place) {
        size_t count = clocks->left_count + 1;
        if (!rd_grown((void **)&clocks->left, &clocks->left_room, count * clocks->threads, sizeof(uint32_t))) {
            clocks->failed = true;
            return NULL;
        }
        *place = (int32_t)clocks->left_count++;
    }
    return at(clocks, *place);
}

static void join(struct rd_clocks *clocks, uint32_t *to, const uint32_t *from)
{
    for (int32_t i = 0; i < clocks->threads; i++)
        if (from[i] > to[i])
            to[i] = from[i];
}

/* What is left at `from` is known at `to` as well. */
static void pass_on(struct rd_clocks *clocks, int32_t from, int32_t *to)
{
    if (from && made(clocks, to))
        join(clocks, at(clocks, *to), at(clocks, from));
}

static void know(struct rd_clocks *clocks, int32_t thread, int32_t place)
{
    if (place)
        join(clocks, rd_clock_of(clocks, thread), at(clocks, place));
}

static bool leave(struct rd_clocks *clocks, int32_t thread, int32_t *place)
{
    uint32_t *there = made(clocks, place);
    if (there)
        join(clocks, there, rd_clock_of(clocks, thread));
    return true;
}

static void empty(struct rd_clocks *clocks, int32_t place)
{
    if (place)
        memset(at(clocks, place), 0, clocks->threads * sizeof(uint32_t));
}

static int32_t *own_of(struct rd_clocks *clocks, int32_t cell, int32_t thread, bool make)
{
    if (!clocks->cell_own[cell]) {
        size_t wanted = (clocks->own_count + 1) * clocks->threads;
        if (!make)
            return NULL;
        if (!rd_grown((void **)&clocks->own, &clocks->own_room, wanted, sizeof(int32_t))) {
            clocks->failed = true;
            return NULL;
        }
        clocks->cell_own[cell] = (int32_t)++clocks->own_count;
    }
    return clocks->own + (size_t)(clocks->cell_own[cell] - 1) * clocks->threads + thread;
}

static bool written(struct rd_clocks *clocks, const struct rd_row *row)
{
    int32_t *cell = &clocks->cell[row->object];
    bool leaves = false;
    if (!(row->flags & RD_ACCESS_ATOMIC)) {
        int32_t *own = own_of(clocks, row->object, row->thread, false);
        empty(clocks, *cell);
        if (own)
            empty(clocks, *own);
        return false;
    }
    int32_t *own = own_of(clocks, row->object, row->thread, true);
    if (!own)
        return false;
    if (!(row->flags & RD_ACCESS_UPDATE))
        empty(clocks, *cell);
    if (row->flags & RD_ACCESS_RELEASES)
        leaves = leave(clocks, row->thread, cell);
    else
        pass_on(clocks, clocks->fence[row->thread], cell);
    pass_on(clocks, *own, cell);
    empty(clocks, *own);
    pass_on(clocks, *cell, own);
    return leaves;
}

void rd_clocks_acquire(struct rd_clocks *clocks, const struct rd_row *row)
{
    int32_t thread = row->thread;
    switch (row->kind) {
    case RD_ROW_READ:
        if (row->flags & RD_ACCESS_ACQUIRES)
            know(clocks, thread, clocks->cell[row->object]);
        else if (row->flags & RD_ACCESS_ATOMIC)
            pass_on(clocks, clocks->cell[row->object], &clocks->pending[thread]);
        break;
    case RD_DO_START:
        know(clocks, thread, clocks->created[thread]);
        break;
    case RD_DO_JOIN:
        know(clocks, thread, clocks->ended[row->object]);
        break;
    case RD_DO_ACQUIRE:
        know(clocks, thread, clocks->exclusive[row->object]);
        if (!(row->flags & RD_EVENT_SHARED))
            know(clocks, thread, clocks->shared[row->object]);
        break;
    case RD_DO_TAKE:
        know(clocks, thread, clocks->semaphore[row->object]);
        break;
    case RD_DO_LEAVE:
        know(clocks, thread, clocks->ticket[thread]);
        break;
    case RD_DO_ONCE_PASS:
        know(clocks, thread, clocks->once[row->object]);
        break;
    case RD_DO_REGION_BEGIN:
        if (!(row->flags & RD_EVENT_MADE_UP))
            know(clocks, thread, clocks->region);
        break;
    case RD_DO_FENCE:
        if (row->flags & RD_EVENT_ACQUIRES)
            know(clocks, thread, clocks->pending[thread]);
        break;
    case RD_ROW_NOTHING:
    case RD_ROW_WRITE:
    case RD_DO_STEP:
    case RD_DO_CHECK:
    case RD_DO_FREE:
    case RD_DO_EXIT:
    case RD_DO_CREATE:
    case RD_DO_RELEASE:
    case RD_DO_REFUSED:
    case RD_DO_WAIT:
    case RD_DO_WAKE:
    case RD_DO_SIGNAL:
    case RD_DO_BROADCAST:
    case RD_DO_POST:
    case RD_DO_COUNT:
    case RD_DO_ARRIVE:
    case RD_DO_ONCE_BEGIN:
    case RD_DO_ONCE_END:
    case RD_DO_REGION_END:
    case RD_DO_PROCESS_END:
        break;
    }
}

bool rd_clocks_release(struct rd_clocks *clocks, const struct rd_row *row)
{
    int32_t thread = row->thread;
    switch (row->kind) {
    case RD_ROW_WRITE:
        return written(clocks, row);
    case RD_DO_CREATE:
        return leave(clocks, thread, &clocks->created[row->object]);
    case RD_DO_EXIT:
        return leave(clocks, thread, &clocks->ended[thread]);
    case RD_DO_RELEASE:
        return leave(clocks, thread, (row->flags & RD_EVENT_SHARED ? clocks->shared : clocks->exclusive) + row->object);
    case RD_DO_POST:
        return leave(clocks, thread, &clocks->semaphore[row->object]);
    case RD_DO_ARRIVE:
        if (clocks->arrived[row->object]++ % clocks->parties[row->object] == 0)
            clocks->round[row->object] = 0;
        leave(clocks, thread, &clocks->round[row->object]);
        clocks->ticket[thread] = clocks->round[row->object];
        return true;
    case RD_DO_ONCE_END:
        return leave(clocks, thread, &clocks->once[row->object]);
    case RD_DO_REGION_END:
        return !(row->flags & RD_EVENT_MADE_UP) && leave(clocks, thread, &clocks->region);
    case RD_DO_FENCE:
        if (!(row->flags & RD_EVENT_RELEASES))
            return false;
        empty(clocks, clocks->fence[thread]);
        return leave(clocks, thread, &clocks->fence[thread]);
    case RD_ROW_NOTHING:
    case RD_ROW_READ:
    case RD_DO_STEP:
    case RD_DO_CHECK:
    case RD_DO_FREE:
    case RD_DO_START:
    case RD_DO_JOIN:
    case RD_DO_ACQUIRE:
    case RD_DO_REFUSED:
    case RD_DO_WAIT:
    case RD_DO_WAKE:
    case RD_DO_SIGNAL:
    case RD_DO_BROADCAST:
    case RD_DO_TAKE:
    case RD_DO_COUNT:
    case RD_DO_LEAVE:
    case RD_DO_ONCE_BEGIN:
    case RD_DO_ONCE_PASS:
    case RD_DO_REGION_BEGIN:
    case RD_DO_PROCESS_END:
        return false;
    }
    return false;
}
