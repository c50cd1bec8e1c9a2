/* The least set of events that two accesses need, in the order of the run (Mathur, Pavlogiannis, Viswanathan, "Optimal
 * Prediction of Synchronization-Preserving Races", POPL 2021).
 *
 * A set that is closed under program order is a number for each thread: how many of its events are in. Each event has such
 * a vector for what it needs (its thread's earlier events, and what rows call `seen`), and a set that has two sections of
 * a lock that exclude each other has the end of the one that came first. The set of a pair of accesses only grows when
 * one of them is replaced by a later one of its thread, so that a search over all pairs of two lists starts nothing anew. */
#include <stdlib.h>
#include <string.h>

#include "passes.h"

struct section {
    int32_t begin, end; /* positions; no end: -1 */
    int32_t time;       /* of the begin, in the run */
    int32_t exclusive;  /* time of the last exclusive begin of the chain up to here; -1: none */
    bool shared;
};

/* A thread's sections of one lock. */
struct chain {
    int32_t thread, next; /* of that lock */
    struct section *sections;
    size_t room, count;
};

struct entry {
    int32_t position, lock;
};

/* What a thread acquires, in its order. */
struct entries {
    struct entry *entries;
    size_t room, count;
};

struct rd_closure {
    int32_t threads, events, locks; /* the last lock is the region */
    const int32_t *thread, *position;
    int32_t *firsts;  /* by thread: its first event */
    int32_t *vector;  /* by event; -1: it is not in the run */
    uint32_t *vectors;
    size_t vector_room, vector_count;
    struct chain *chains;
    size_t chain_room, chain_count;
    int32_t *chain; /* by lock: the first, 0: none */
    struct entries *acquired;
    uint32_t *in; /* the set */
    int32_t *dirty;
    size_t dirty_count;
    bool *is_dirty;
    uint64_t work;
};

static uint32_t *vector(struct rd_closure *closure, int32_t number)
{
    return closure->vectors + (size_t)number * closure->threads;
}

static int32_t chain_for(struct rd_closure *closure, int32_t lock, int32_t thread)
{
    for (int32_t number = closure->chain[lock]; number; number = closure->chains[number].next)
        if (closure->chains[number].thread == thread)
            return number;
    if (!rd_grown((void **)&closure->chains, &closure->chain_room, closure->chain_count + 2, sizeof(struct chain)))
        return 0;
    int32_t number = (int32_t)++closure->chain_count;
    closure->chains[number] = (struct chain){.thread = thread, .next = closure->chain[lock]};
    closure->chain[lock] = number;
    return number;
}

static bool section_begins(struct rd_closure *closure, const struct rd_row *row, int32_t lock, int32_t time)
{
    int32_t number = chain_for(closure, lock, row->thread);
    if (!number)
        return false;
    struct chain *chain = &closure->chains[number];
    if (!rd_grown((void **)&chain->sections, &chain->room, chain->count + 1, sizeof(struct section)))
        return false;
    bool shared = row->kind == RD_DO_ACQUIRE && row->flags & RD_EVENT_SHARED;
    int32_t before = chain->count ? chain->sections[chain->count - 1].exclusive : -1;
    int32_t position = closure->position[row->event];
    chain->sections[chain->count++] = (struct section){position, -1, time, shared ? before : time, shared};
    struct entries *acquired = &closure->acquired[row->thread];
    if (!rd_grown((void **)&acquired->entries, &acquired->room, acquired->count + 1, sizeof(struct entry)))
        return false;
    acquired->entries[acquired->count++] = (struct entry){position, lock};
    return true;
}

static void section_ends(struct rd_closure *closure, const struct rd_row *row, int32_t lock)
{
    int32_t number = chain_for(closure, lock, row->thread);
    struct chain *chain = &closure->chains[number];
    bool shared = row->kind == RD_DO_RELEASE && row->flags & RD_EVENT_SHARED;
    for (size_t at = number ? chain->count : 0; at-- > 0;)
        if (chain->sections[at].end < 0 && chain->sections[at].shared == shared) {
            chain->sections[at].end = closure->position[row->event];
            return;
        }
}

static bool needed(const struct rd_row *row)
{
    return row->seen >= 0 && (row->kind != RD_ROW_READ || row->flags & RD_ACCESS_MATTERS);
}

/* The vector of an event: its thread's so far, with what its rows need. */
static bool enters(struct rd_closure *closure, const struct rd_row *row, int32_t *own)
{
    int32_t from = row->seen, thread = closure->thread[from];
    if (closure->vector[from] < 0)
        return true; /* it did not take place: nothing that did can need it */
    if (vector(closure, *own)[thread] > (uint32_t)closure->position[from])
        return true;
    size_t wanted = (closure->vector_count + 1) * closure->threads;
    if (!rd_grown((void **)&closure->vectors, &closure->vector_room, wanted, sizeof(uint32_t)))
        return false;
    int32_t made = (int32_t)closure->vector_count++;
    uint32_t *to = vector(closure, made), *mine = vector(closure, *own);
    const uint32_t *other = vector(closure, closure->vector[from]);
    for (int32_t i = 0; i < closure->threads; i++)
        to[i] = mine[i] > other[i] ? mine[i] : other[i];
    to[thread] = (uint32_t)closure->position[from] + 1;
    *own = made;
    return true;
}

static bool follow(struct rd_closure *closure, const struct rd_run *run)
{
    const struct rd_row *rows = rd_rows(run);
    int32_t time = 0;
    int32_t *own = rd_zeroed(closure->threads, sizeof *own); /* vector 0 is empty */
    bool well = own;
    for (uint64_t at = 0, past; well && at < run->row_count; at = past, time++) {
        past = rd_past_event(run, at);
        const struct rd_row *first = rows + at;
        for (const struct rd_row *row = first; well && row < rows + past; row++) {
            if (needed(row) && row->thread != closure->thread[row->seen])
                well = enters(closure, row, &own[row->thread]);
            if (row->kind == RD_DO_ACQUIRE)
                well &= section_begins(closure, row, row->object, time);
            else if (row->kind == RD_DO_REGION_BEGIN)
                well &= section_begins(closure, row, closure->locks - 1, time);
            else if (row->kind == RD_DO_RELEASE)
                section_ends(closure, row, row->object);
            else if (row->kind == RD_DO_REGION_END)
                section_ends(closure, row, closure->locks - 1);
        }
        closure->vector[first->event] = own ? own[first->thread] : -1;
    }
    free(own);
    return well;
}

RD_EXPORT void rd_closure_free(struct rd_closure *closure)
{
    for (size_t i = 1; i <= closure->chain_count; i++)
        free(closure->chains[i].sections);
    for (int32_t i = 0; closure->acquired && i < closure->threads; i++)
        free(closure->acquired[i].entries);
    void *all[] = {closure->firsts,   closure->vector, closure->vectors, closure->chains, closure->chain,
                   closure->acquired, closure->in,     closure->dirty,   closure->is_dirty, closure};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* What the run gives must live as long. NULL: out of memory. */
RD_EXPORT struct rd_closure *rd_closure_new(const struct rd_run *run)
{
    struct rd_closure *closure = rd_zeroed(1, sizeof *closure);
    if (!closure)
        return NULL;
    closure->threads = run->thread_count;
    closure->events = run->event_count;
    closure->locks = run->lock_count + 1;
    closure->thread = rd_numbers(run->threads);
    closure->position = rd_numbers(run->positions);
    closure->firsts = rd_zeroed(closure->threads, sizeof(int32_t));
    closure->vector = rd_zeroed(closure->events, sizeof(int32_t));
    closure->chain = rd_zeroed(closure->locks, sizeof(int32_t));
    closure->acquired = rd_zeroed(closure->threads, sizeof(struct entries));
    closure->in = rd_zeroed(closure->threads, sizeof(uint32_t));
    closure->dirty = rd_zeroed(closure->locks, sizeof(int32_t));
    closure->is_dirty = rd_zeroed(closure->locks, sizeof(bool));
    closure->vector_count = 1;
    bool well = closure->firsts && closure->vector && closure->chain && closure->acquired && closure->in && closure->dirty
        && closure->is_dirty
        && rd_grown((void **)&closure->vectors, &closure->vector_room, closure->threads, sizeof(uint32_t));
    if (well) {
        memset(closure->vector, 0xff, closure->events * sizeof(int32_t));
        for (int32_t event = closure->events; event-- > 0;)
            closure->firsts[closure->thread[event]] = event;
        well = follow(closure, run);
    }
    if (well)
        return closure;
    rd_closure_free(closure);
    return NULL;
}

/* ---- one set */

static void mark(struct rd_closure *closure, int32_t lock)
{
    if (!closure->is_dirty[lock]) {
        closure->is_dirty[lock] = true;
        closure->dirty[closure->dirty_count++] = lock;
    }
}

static size_t entries_before(const struct entries *acquired, uint32_t position)
{
    size_t low = 0, high = acquired->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uint32_t)acquired->entries[middle].position < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The thread's events before that position are in; what it acquires among the new ones is to be looked at. */
static void reach(struct rd_closure *closure, int32_t thread, uint32_t past)
{
    uint32_t known = closure->in[thread];
    if (past <= known)
        return;
    closure->in[thread] = past;
    const struct entries *acquired = &closure->acquired[thread];
    size_t low = entries_before(acquired, known), high = entries_before(acquired, past);
    closure->work++;
    if (high - low > (size_t)closure->locks) {
        for (int32_t lock = 0; lock < closure->locks; lock++)
            mark(closure, lock);
        return;
    }
    for (; low < high; low++)
        mark(closure, acquired->entries[low].lock);
}

static void include(struct rd_closure *closure, int32_t number)
{
    const uint32_t *from = vector(closure, number);
    for (int32_t i = 0; i < closure->threads; i++)
        reach(closure, i, from[i]);
    closure->work += closure->threads;
}

/* The last section that has begun; NULL: none. */
static const struct section *last_begun(const struct rd_closure *closure, const struct chain *chain)
{
    size_t low = 0, high = chain->count;
    uint32_t in = closure->in[chain->thread];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uint32_t)chain->sections[middle].begin < in)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &chain->sections[low - 1] : NULL;
}

/* The latest begin, and the latest of another thread. */
struct latest {
    int32_t time, thread, others;
};

static void seen(struct latest *latest, int32_t time, int32_t thread)
{
    if (time > latest->time) {
        latest->others = latest->time;
        *latest = (struct latest){time, thread, latest->others};
    } else if (time > latest->others) {
        latest->others = time;
    }
}

static int32_t of_others(const struct latest *latest, int32_t thread)
{
    return latest->thread == thread ? latest->others : latest->time;
}

/* The sections of a lock that must have ended have. False: one has no end. */
static bool ended(struct rd_closure *closure, int32_t lock)
{
    struct latest any = {-1, -1, -1}, exclusive = {-1, -1, -1};
    bool is_region = lock == closure->locks - 1;
    for (int32_t number = closure->chain[lock]; number; number = closure->chains[number].next) {
        const struct chain *chain = &closure->chains[number];
        const struct section *section = last_begun(closure, chain);
        closure->work++;
        if (section) {
            seen(&any, section->time, chain->thread);
            seen(&exclusive, section->exclusive, chain->thread);
        }
    }
    for (int32_t number = closure->chain[lock]; number; number = closure->chains[number].next) {
        const struct chain *chain = &closure->chains[number];
        const struct section *section = last_begun(closure, chain);
        if (!section)
            continue;
        int32_t later = of_others(section->shared ? &exclusive : &any, chain->thread);
        if (!is_region && later < section->time)
            continue;
        if (section->end < 0)
            return false;
        if (closure->in[chain->thread] <= (uint32_t)section->end) {
            int32_t event = closure->firsts[chain->thread] + section->end;
            reach(closure, chain->thread, (uint32_t)section->end + 1);
            include(closure, closure->vector[event]);
        }
    }
    return true;
}

static bool closed(struct rd_closure *closure)
{
    while (closure->dirty_count) {
        int32_t lock = closure->dirty[--closure->dirty_count];
        closure->is_dirty[lock] = false;
        if (!ended(closure, lock))
            return false;
    }
    return true;
}

static void begin_anew(struct rd_closure *closure)
{
    memset(closure->in, 0, closure->threads * sizeof(uint32_t));
    closure->dirty_count = 0;
    memset(closure->is_dirty, 0, closure->locks * sizeof(bool));
}

/* What must be in before the access is next. False: that did not take place. */
static bool stands(struct rd_closure *closure, int32_t event, int32_t stand)
{
    int32_t thread = closure->thread[event];
    if (closure->position[event]) {
        if (closure->vector[event - 1] < 0)
            return false;
        include(closure, closure->vector[event - 1]);
    }
    reach(closure, thread, (uint32_t)stand);
    return true;
}

/* Two threads' accesses, each list in its thread's order. `stand`: the position where the thread stands before each: its
 * own, or the begin of the region that it is in. Out: whether two of them can be next at once; which (places in the lists),
 * and the set (by thread, how many events). */
RD_EXPORT bool rd_meeting(struct rd_closure *closure, const int32_t *a, const int32_t *a_stand, uint64_t a_count,
                          const int32_t *b, const int32_t *b_stand, uint64_t b_count, uint64_t *found, uint32_t *in)
{
    uint64_t i = 0, j = 0;
    begin_anew(closure);
    while (i < a_count && j < b_count) {
        int32_t a_thread = closure->thread[a[i]], b_thread = closure->thread[b[j]];
        closure->work++;
        if (!stands(closure, a[i], a_stand[i]) || !stands(closure, b[j], b_stand[j]) || !closed(closure))
            return false;
        bool moved = false;
        for (; i < a_count && closure->in[a_thread] > (uint32_t)a_stand[i]; i++)
            moved = true;
        for (; j < b_count && closure->in[b_thread] > (uint32_t)b_stand[j]; j++)
            moved = true;
        if (!moved) {
            found[0] = i;
            found[1] = j;
            memcpy(in, closure->in, closure->threads * sizeof(uint32_t));
            return true;
        }
    }
    return false;
}

RD_EXPORT uint64_t rd_closure_work(const struct rd_closure *closure)
{
    return closure->work;
}
