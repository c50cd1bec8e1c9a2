/* Whether a part of the run, in its order, is a run: the rules of model/rules on rows.
 *
 * It knows nothing of how the part was chosen. Where a value decides what can happen, the read must see the very write
 * that it saw in the run: then every guard, address and check is what it was, and only synchronisation is left to see to. */
#include <stdlib.h>
#include <string.h>

#include "passes.h"

#define FREE 0
#define WAITS(condition) (1 + 2 * (condition))
#define CHOSEN(condition) (2 + 2 * (condition))
#define REGION_OF(thread) (1 + (thread))

struct state {
    const struct rd_run *run;
    int32_t *written; /* by cell: the event that wrote it last; -1: none */
    int32_t *gone;    /* by cell: whether it has been given back */
    int32_t *locks, *counts, *arrived, *onces, *waits, *tickets;
    uint32_t *done; /* by thread: how many events */
    int32_t region;
    bool ended;
};

static bool begin(struct state *state, const struct rd_run *run)
{
    *state = (struct state){.run = run};
    state->written = rd_zeroed(run->cell_count, sizeof(int32_t));
    state->gone = rd_zeroed(run->cell_count, sizeof(int32_t));
    state->locks = rd_zeroed(run->lock_count, sizeof(int32_t));
    state->counts = rd_zeroed(run->semaphore_count, sizeof(int32_t));
    state->arrived = rd_zeroed(run->barrier_count, sizeof(int32_t));
    state->onces = rd_zeroed(run->once_count, sizeof(int32_t));
    state->waits = rd_zeroed(run->thread_count, sizeof(int32_t));
    state->tickets = rd_zeroed(run->thread_count, sizeof(int32_t));
    state->done = rd_zeroed(run->thread_count, sizeof(uint32_t));
    if (!state->written || !state->gone || !state->locks || !state->counts || !state->arrived || !state->onces
        || !state->waits || !state->tickets || !state->done)
        return false;
    memset(state->written, 0xff, run->cell_count * sizeof(int32_t));
    memcpy(state->counts, rd_numbers(run->initials), run->semaphore_count * sizeof(int32_t));
    return true;
}

static void end(struct state *state)
{
    void *all[] = {state->written, state->gone,  state->locks,   state->counts, state->arrived,
                   state->onces,   state->waits, state->tickets, state->done};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static bool acquire(int32_t *lock, const struct rd_row *row)
{
    if (row->flags & RD_EVENT_SHARED)
        return (*lock)++ >= FREE;
    bool well = *lock == FREE;
    *lock = -1 - row->thread;
    return well;
}

static bool release(int32_t *lock, const struct rd_row *row)
{
    if (row->flags & RD_EVENT_SHARED)
        return (*lock)-- > FREE;
    bool well = *lock == -1 - row->thread;
    *lock = FREE;
    return well;
}

static bool wake(struct state *state, const struct rd_row *row)
{
    int32_t was = state->waits[row->thread];
    state->waits[row->thread] = 0;
    bool waits = was == WAITS(row->object), chosen = was == CHOSEN(row->object);
    return row->flags & RD_EVENT_SIGNALLED ? chosen : row->flags & RD_EVENT_ANY ? waits || chosen : waits;
}

/* It chooses whom it chose, or nobody where that thread has not come so far; somebody else must not wait then. */
static bool signal_one(struct state *state, const struct rd_row *row)
{
    int32_t chosen = row->seen < 0 ? -1 : rd_numbers(state->run->threads)[row->seen];
    if (chosen >= 0 && state->waits[chosen] == WAITS(row->object)) {
        state->waits[chosen] = CHOSEN(row->object);
        return true;
    }
    for (int32_t thread = 0; thread < state->run->thread_count; thread++)
        if (state->waits[thread] == WAITS(row->object))
            return false;
    return true;
}

static bool broadcast(struct state *state, const struct rd_row *row)
{
    for (int32_t thread = 0; thread < state->run->thread_count; thread++)
        if (state->waits[thread] == WAITS(row->object))
            state->waits[thread] = CHOSEN(row->object);
    return true;
}

static bool arrive(struct state *state, const struct rd_row *row)
{
    int32_t parties = rd_numbers(state->run->parties)[row->object], arrived = state->arrived[row->object]++;
    state->tickets[row->thread] = 1 + 2 * (arrived / parties) + (arrived % parties == parties - 1);
    return true;
}

static bool leave(struct state *state, const struct rd_row *row)
{
    int32_t parties = rd_numbers(state->run->parties)[row->object], ticket = state->tickets[row->thread] - 1;
    state->tickets[row->thread] = 0;
    if (ticket < 0 || state->arrived[row->object] < (ticket / 2 + 1) * parties)
        return false;
    return !(row->flags & (ticket & 1 ? RD_EVENT_NOT_LAST : RD_EVENT_LAST));
}

static bool put(int32_t *slot, int32_t was, int32_t now)
{
    bool well = *slot == was;
    *slot = now;
    return well;
}

/* What has been given back is not given back again, nor resized. */
static bool give_back(int32_t *gone, const struct rd_row *row)
{
    bool well = !*gone;
    *gone |= !(row->flags & RD_ACCESS_GOES_ON);
    return well;
}

static bool row_can(struct state *state, const struct rd_row *row)
{
    const int32_t *positions = rd_numbers(state->run->positions), *threads = rd_numbers(state->run->threads);
    switch (row->kind) {
    case RD_ROW_READ:
        return !(row->flags & RD_ACCESS_MATTERS) || state->written[row->object] == row->seen;
    case RD_ROW_WRITE:
        state->written[row->object] = row->event;
        return true;
    case RD_DO_FREE:
        return give_back(&state->gone[row->object], row);
    case RD_DO_START:
        return row->seen >= 0 && state->done[threads[row->seen]] > (uint32_t)positions[row->seen];
    case RD_DO_JOIN:
        return state->done[row->object] == (uint32_t)rd_numbers(state->run->counts)[row->object];
    case RD_DO_ACQUIRE:
        return acquire(&state->locks[row->object], row);
    case RD_DO_RELEASE:
        return release(&state->locks[row->object], row);
    case RD_DO_REFUSED:
        return row->flags & RD_EVENT_SHARED ? state->locks[row->object] < FREE : state->locks[row->object] != FREE;
    case RD_DO_WAIT:
        state->waits[row->thread] = WAITS(row->object);
        return true;
    case RD_DO_WAKE:
        return wake(state, row);
    case RD_DO_SIGNAL:
        return signal_one(state, row);
    case RD_DO_BROADCAST:
        return broadcast(state, row);
    case RD_DO_TAKE:
        return state->counts[row->object]-- > 0;
    case RD_DO_POST:
        state->counts[row->object]++;
        return true;
    case RD_DO_COUNT:
        return state->counts[row->object] == row->flags;
    case RD_DO_ARRIVE:
        return arrive(state, row);
    case RD_DO_LEAVE:
        return leave(state, row);
    case RD_DO_ONCE_BEGIN:
        return put(&state->onces[row->object], 0, 1);
    case RD_DO_ONCE_END:
        return put(&state->onces[row->object], 1, 2);
    case RD_DO_ONCE_PASS:
        return state->onces[row->object] == 2;
    case RD_DO_REGION_BEGIN:
        return put(&state->region, 0, REGION_OF(row->thread));
    case RD_DO_REGION_END:
        return put(&state->region, REGION_OF(row->thread), 0);
    case RD_DO_PROCESS_END:
        state->ended = true;
        return true;
    case RD_ROW_NOTHING:
    case RD_DO_STEP:
    case RD_DO_CHECK:
    case RD_DO_FENCE:
    case RD_DO_EXIT:
    case RD_DO_CREATE:
        return true;
    }
    return false;
}

static bool event_can(struct state *state, const struct rd_row *first, const struct rd_row *past)
{
    int32_t thread = first->thread;
    if (state->ended || (state->region && state->region != REGION_OF(thread))
        || state->done[thread] != (uint32_t)rd_numbers(state->run->positions)[first->event])
        return false;
    for (const struct rd_row *row = first; row < past; row++)
        if (!row_can(state, row))
            return false;
    state->done[thread]++;
    return true;
}

static bool part_can(struct state *state, const uint32_t *from, const uint32_t *upto)
{
    const struct rd_run *run = state->run;
    const int32_t *positions = rd_numbers(run->positions);
    uint64_t left = 0;
    for (int32_t thread = 0; thread < run->thread_count; thread++)
        left += upto[thread] - (from ? from[thread] : 0);
    for (uint64_t at = 0, past; left && at < run->row_count; at = past) {
        past = rd_past_event(run, at);
        const struct rd_row *first = rd_rows(run) + at;
        uint32_t position = (uint32_t)positions[first->event];
        if (position < (from ? from[first->thread] : 0) || position >= upto[first->thread])
            continue;
        if (!event_can(state, first, rd_rows(run) + past))
            return false;
        left--;
    }
    return true;
}

/* The events with positions below `first` of their threads, in the order of the run; then those below `then`. Of the
 * process nothing may be over. */
RD_EXPORT bool rd_possible(const struct rd_run *run, const uint32_t *first, const uint32_t *then)
{
    struct state state;
    bool well = begin(&state, run) && part_can(&state, NULL, first);
    if (well && memcmp(first, then, run->thread_count * sizeof *then))
        well = part_can(&state, first, then);
    well = well && !state.ended;
    for (int32_t thread = 0; well && thread < run->thread_count; thread++)
        well = state.done[thread] == then[thread];
    end(&state);
    return well;
}
