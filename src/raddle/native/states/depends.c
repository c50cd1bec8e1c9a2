/* Which threads may do something, before this one moves, that its next event depends on: what a search of fewer orders
 * rests on. The argument stands in docs/decisions/0038. All of this is by what threads have still to do, whether or
 * not they can come there. */
#include <stdlib.h>

#include "search.h"

#define RD_WHATEVER_IS_HELD 0xFFFF

static bool excludes(const struct rd_states *s, uint32_t one, uint32_t other)
{
    const uint64_t *masks = RD_ARRAY(uint64_t, s->p.masks);
    return one != RD_WHATEVER_IS_HELD && ((masks[2 * one] & masks[2 * other + 1]) | (masks[2 * one + 1] & masks[2 * other]));
}

static struct rd_list *room_for(struct rd_states *s, uint64_t key)
{
    if (4 * (s->list_count + 1) > 3 * s->list_capacity) {
        uint64_t capacity = s->list_capacity ? 2 * s->list_capacity : 1024;
        struct rd_list *lists = calloc(capacity, sizeof *lists);
        if (!lists) {
            s->failed = true;
            return NULL;
        }
        for (uint64_t old = 0; old < s->list_capacity; old++) {
            if (!s->lists[old].key)
                continue;
            uint64_t at = s->lists[old].key * 0x9E3779B97F4A7C15ull >> 20 & (capacity - 1);
            while (lists[at].key)
                at = (at + 1) & (capacity - 1);
            lists[at] = s->lists[old];
        }
        free(s->lists);
        s->lists = lists;
        s->list_capacity = capacity;
    }
    uint64_t at = key * 0x9E3779B97F4A7C15ull >> 20 & (s->list_capacity - 1);
    while (s->lists[at].key && s->lists[at].key != key)
        at = (at + 1) & (s->list_capacity - 1);
    return &s->lists[at];
}

/* The thread's uses of the object of these kinds, that are not excluded by what is held. */
static const struct rd_list *uses_of(struct rd_states *s, uint32_t thread, uint32_t object, uint32_t kinds, uint32_t holds)
{
    uint64_t slot = object * s->p.threads + thread;
    uint64_t key = (slot << 24 | (uint64_t)holds << 8 | kinds) + 1;
    struct rd_list *list = room_for(s, key);
    if (!list || list->key)
        return list;
    const uint32_t *first = RD_ARRAY(uint32_t, s->p.use_first);
    const struct rd_use *uses = RD_ARRAY(struct rd_use, s->p.uses);
    uint32_t many = first[slot + 1] - first[slot];
    uint32_t *numbers = malloc((many ? many : 1) * sizeof *numbers);
    if (!numbers) {
        s->failed = true;
        return NULL;
    }
    *list = (struct rd_list){key, numbers, 0};
    for (uint32_t at = first[slot]; at < first[slot + 1]; at++) {
        bool is_left_out = uses[at].kinds & kinds & RD_USE_FOLLOWED;
        if (uses[at].kinds & kinds && !is_left_out && !excludes(s, holds, uses[at].holds))
            numbers[list->count++] = at;
    }
    s->list_count++;
    s->list_bytes += (many ? many : 1) * sizeof *numbers + sizeof *list;
    return list;
}

/* The first of these uses that is not before that point. */
static uint32_t first_from(const struct rd_states *s, const struct rd_list *list, uint64_t point)
{
    const struct rd_use *uses = RD_ARRAY(struct rd_use, s->p.uses);
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (uses[list->uses[middle]].point < point)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_chain(const struct rd_states *s, uint32_t thread)
{
    return RD_ARRAY(uint64_t, s->p.reach_first)[thread] == RD_NO_REACH;
}

/* The point where the thread takes that lock next, if it comes there for certain: behind a turn nothing is known of that. */
static uint64_t next_acquire(struct rd_states *s, uint32_t thread, uint32_t lock, uint32_t kinds)
{
    const struct rd_list *list = uses_of(s, thread, lock, kinds, RD_WHATEVER_IS_HELD);
    uint32_t first = list ? first_from(s, list, *rd_point(s, thread)) : 0;
    if (!list || first == list->count)
        return UINT64_MAX;
    uint64_t there = RD_ARRAY(struct rd_use, s->p.uses)[list->uses[first]].point;
    return there <= rd_again(s, thread)[1] ? there : UINT64_MAX;
}

/* How far the other one can come before this thread moves: up to the point where it would take a lock that the thread holds. */
static uint64_t gate(struct rd_states *s, uint32_t other, uint32_t thread)
{
    uint64_t nearest = UINT64_MAX;
    if (thread == RD_NOTHING || !is_chain(s, other))
        return nearest;
    uint64_t point = RD_ARRAY(uint32_t, s->p.thread_first)[thread] + *rd_point(s, thread);
    const uint32_t *held = RD_ARRAY(uint32_t, s->p.held) + 2 * point, *locks = rd_words(s, held[0]);
    for (uint32_t at = 0; at < held[1]; at++) {
        bool alone = (int64_t)*rd_object(s, locks[at]) < 0;
        uint64_t there = next_acquire(s, other, locks[at], RD_USE_ACQUIRE | (alone ? RD_USE_ACQUIRE_SHARED : 0));
        nearest = there < nearest ? there : nearest;
    }
    return nearest;
}

/* How far it can come before it knows of what the token is about: up to where it takes a lock at which that was left. */
static uint64_t gate_of_token(struct rd_states *s, uint32_t thread)
{
    uint64_t nearest = UINT64_MAX;
    uint32_t first = (uint32_t)s->p.first_lock;
    for (uint32_t lock = first; is_chain(s, thread) && lock < first + s->p.locks; lock++)
        if (rd_is_left_at(s, lock)) {
            uint64_t there = next_acquire(s, thread, lock, RD_USE_ACQUIRE | RD_USE_ACQUIRE_SHARED);
            nearest = there < nearest ? there : nearest;
        }
    return nearest;
}

/* Whether the other one has such a use before it, up to that point, other than behind a join of `thread`. */
static bool uses_until(struct rd_states *s, uint32_t other, uint32_t thread, uint32_t object, uint32_t kinds, uint32_t holds,
                       uint64_t to)
{
    uint64_t from = to == UINT64_MAX ? rd_again(s, other)[0] : *rd_point(s, other);
    const struct rd_list *list = uses_of(s, other, object, kinds, holds);
    if (!list)
        return true;
    const struct rd_use *uses = RD_ARRAY(struct rd_use, s->p.uses);
    const uint8_t *joined = RD_ARRAY(uint8_t, s->p.joined);
    for (uint32_t at = first_from(s, list, from); at < list->count; at++) {
        const struct rd_use *use = &uses[list->uses[at]];
        bool is_joined = thread != RD_NOTHING && joined[use->joined * s->p.threads + thread];
        if (use->point > to || (is_joined && is_chain(s, other)))
            return false;
        if (!is_joined && rd_leads(s, other, from, use->point))
            return true;
    }
    return false;
}

/* Whether the other one has such a use before it, other than what it does only when `thread` has moved (RD_NOTHING: that does not
 * matter): behind a join of it, or a lock that it holds. */
static bool uses_later(struct rd_states *s, uint32_t other, uint32_t thread, uint32_t object, uint32_t kinds, uint32_t holds)
{
    return uses_until(s, other, thread, object, kinds, holds, gate(s, other, thread));
}

bool rd_touches_later(struct rd_states *s, uint32_t thread, uint32_t cell, uint32_t kinds)
{
    return uses_later(s, thread, RD_NOTHING, cell, kinds, RD_WHATEVER_IS_HELD);
}

bool rd_uses_apart(struct rd_states *s, uint32_t thread, uint32_t other, uint32_t cell, uint32_t kinds, uint32_t holds)
{
    uint64_t one = gate(s, thread, other), two = gate_of_token(s, thread);
    return uses_until(s, thread, other, cell, kinds, holds, one < two ? one : two);
}

/* Whether the other one cannot do anything before this thread moves: it is still to be created by it. */
static bool waits_for(const struct rd_states *s, uint32_t other, uint32_t thread)
{
    while (!rd_is_alive(s, other)) {
        other = RD_ARRAY(uint32_t, s->p.creator)[other];
        if (other == RD_NOTHING)
            return true; /* nobody creates it */
        if (other == thread)
            return true;
    }
    return false;
}

static bool is_near(const struct rd_states *s, uint64_t value, uint64_t address)
{
    return address - value - s->p.least_away <= s->p.most_away - s->p.least_away;
}

/* Whether something in the thread's registers leads there. */
static bool keeps(const struct rd_states *s, uint32_t thread, uint64_t address)
{
    uint32_t count = RD_ARRAY(uint32_t, s->p.registers)[thread];
    for (uint32_t at = 0; at < count; at++)
        if (is_near(s, rd_registers(s, thread)[at], address))
            return true;
    return false;
}

/* Whether it knows of what it will give back that it is that cell. */
static bool is_to_give_back(struct rd_states *s, uint32_t thread, uint32_t cell)
{
    uint64_t slot = cell * s->p.threads + thread, point = *rd_point(s, thread);
    const uint32_t *first = RD_ARRAY(uint32_t, s->p.use_first) + slot;
    const struct rd_use *uses = RD_ARRAY(struct rd_use, s->p.uses);
    for (uint32_t at = first[0]; at < first[1]; at++)
        if (uses[at].point >= point && uses[at].told_from <= point && rd_registers(s, thread)[uses[at].told_by])
            return true;
    return false;
}

/* Whether the other one may come by the address of that cell before this thread moves: it has it, or names it, or finds it where
 * somebody else has put it, or will. */
static bool comes_by(struct rd_states *s, uint32_t thread, uint32_t other, uint32_t cell, uint32_t holds)
{
    uint64_t address = RD_ARRAY(uint64_t, s->p.address)[cell];
    if (!address || keeps(s, other, address) || is_to_give_back(s, other, cell) ||
        uses_later(s, other, thread, cell, RD_USE_NAMES, RD_WHATEVER_IS_HELD))
        return true;
    if (!uses_later(s, other, thread, (uint32_t)s->p.source_object, RD_USE_READ, holds))
        return false;
    const uint32_t *sources = RD_ARRAY(uint32_t, s->p.sources);
    for (uint64_t at = 0; at < s->p.source_count; at++)
        if (is_near(s, *rd_cell(s, sources[at]), address))
            return true;
    for (uint32_t third = 0; third < s->p.threads; third++)
        if (third != thread && third != other &&
            (keeps(s, third, address) || uses_later(s, third, thread, cell, RD_USE_NAMES, RD_WHATEVER_IS_HELD)))
            return true;
    return false;
}

/* Whether the other one has still to do something that conflicts with what the thread's outcomes touch. */
static bool touches_later(struct rd_states *s, uint32_t thread, uint32_t other, uint32_t holds)
{
    if (waits_for(s, other, thread))
        return false;
    const struct rd_next *next = &s->next[thread];
    for (uint32_t at = 0; at < next->count; at++) {
        uint32_t cell = next->touched[at].cell;
        uint32_t kinds = next->touched[at].flags & RD_TOUCH_WRITES ? RD_USE_READ | RD_USE_WRITE : RD_USE_WRITE;
        if (uses_later(s, other, thread, cell, kinds, holds) &&
            (uses_later(s, other, thread, cell, kinds | RD_USE_FOLLOWED, holds) || comes_by(s, thread, other, cell, holds)))
            return true;
    }
    return false;
}

/* Of an event that can take place now and synchronises. */
static bool may_interfere(struct rd_states *s, uint32_t thread, const struct rd_do *event, uint32_t other)
{
    if (waits_for(s, other, thread))
        return false;
    bool shared = event->flags & RD_EVENT_SHARED;
    uint32_t any = RD_WHATEVER_IS_HELD, kinds;
    switch (event->kind) {
    case RD_DO_ACQUIRE:
        kinds = RD_USE_ACQUIRE | RD_USE_REFUSED | (shared ? 0 : RD_USE_ACQUIRE_SHARED);
        return uses_later(s, other, thread, event->object, kinds, any);
    case RD_DO_RELEASE:
        return uses_later(s, other, thread, event->object, RD_USE_REFUSED, any);
    case RD_DO_REFUSED:
        kinds = RD_USE_ACQUIRE | RD_USE_ACQUIRE_SHARED | RD_USE_RELEASE;
        return uses_later(s, other, thread, event->object, kinds, any);
    case RD_DO_WAIT:
        if (event->lock != RD_NOTHING && uses_later(s, other, thread, event->lock, RD_USE_REFUSED, any))
            return true;
        return uses_later(s, other, thread, event->object, RD_USE_SIGNAL | RD_USE_BROADCAST, event->holds);
    case RD_DO_WAKE:
        if (event->flags & RD_EVENT_SIGNALLED)
            return false;
        return uses_later(s, other, thread, event->object, RD_USE_SIGNAL | RD_USE_BROADCAST, event->holds);
    case RD_DO_SIGNAL:
    case RD_DO_BROADCAST:
        kinds = RD_USE_WAIT | RD_USE_SIGNAL | RD_USE_BROADCAST | RD_USE_TIMED_WAKE;
        return uses_later(s, other, thread, event->object, kinds, event->holds);
    case RD_DO_TAKE:
        return uses_later(s, other, thread, event->object, RD_USE_TAKE | RD_USE_COUNT, any);
    case RD_DO_POST: /* whoever takes behind it knows what it leaves */
        kinds = rd_is_armed(s) && rd_knows(s, thread) && !rd_is_left_at(s, event->object) ? RD_USE_TAKE : 0;
        return uses_later(s, other, thread, event->object, RD_USE_COUNT | kinds, any);
    case RD_DO_COUNT:
        return uses_later(s, other, thread, event->object, RD_USE_TAKE | RD_USE_POST, any);
    case RD_DO_ARRIVE:
        return uses_later(s, other, thread, event->object, RD_USE_ARRIVE, any);
    case RD_DO_ONCE_BEGIN:
        return uses_later(s, other, thread, event->object, RD_USE_BEGIN, any);
    case RD_DO_FENCE:
    case RD_DO_START:
    case RD_DO_EXIT:
    case RD_DO_CREATE:
    case RD_DO_JOIN:
    case RD_DO_LEAVE:
    case RD_DO_ONCE_END:
    case RD_DO_ONCE_PASS:
    case RD_DO_REGION_END:
        return false;
    case RD_DO_STEP:
    case RD_DO_CHECK:
    case RD_DO_FREE:
    case RD_DO_REGION_BEGIN:
    case RD_DO_PROCESS_END:
        return true;
    }
    return true;
}

bool rd_holds(const struct rd_states *s, uint32_t thread, uint32_t lock)
{
    uint64_t point = RD_ARRAY(uint32_t, s->p.thread_first)[thread] + *rd_point(s, thread);
    const uint32_t *held = RD_ARRAY(uint32_t, s->p.held) + 2 * point, *locks = rd_words(s, held[0]);
    for (uint32_t at = 0; at < held[1]; at++)
        if (locks[at] == lock)
            return true;
    return false;
}

/* Of an event that synchronises and cannot take place now: whether the other one may be who makes it possible. At least one of
 * those of whom this is so has to move before it can. */
static bool may_enable(struct rd_states *s, uint32_t thread, const struct rd_do *event, uint32_t other)
{
    uint32_t any = RD_WHATEVER_IS_HELD, nobody = RD_NOTHING;
    switch (event->kind) {
    case RD_DO_START:
        return RD_ARRAY(uint32_t, s->p.creator)[thread] == other;
    case RD_DO_JOIN:
        return event->object == other;
    case RD_DO_ACQUIRE: {
        int64_t there = (int64_t)*rd_object(s, event->object);
        return there < 0 ? -1 - there == (int64_t)other : rd_holds(s, other, event->object);
    }
    case RD_DO_REFUSED:
        return uses_later(s, other, nobody, event->object, RD_USE_ACQUIRE | RD_USE_ACQUIRE_SHARED, any);
    case RD_DO_WAKE:
        if (!(event->flags & RD_EVENT_SIGNALLED))
            return false;
        return uses_later(s, other, nobody, event->object, RD_USE_SIGNAL | RD_USE_BROADCAST, any);
    case RD_DO_TAKE:
        return uses_later(s, other, nobody, event->object, RD_USE_POST, any);
    case RD_DO_COUNT:
        return uses_later(s, other, nobody, event->object, RD_USE_TAKE | RD_USE_POST, any);
    case RD_DO_LEAVE:
        return uses_later(s, other, nobody, event->object, RD_USE_ARRIVE, any);
    case RD_DO_ONCE_PASS:
        return uses_later(s, other, nobody, event->object, RD_USE_BEGIN | RD_USE_END, any);
    case RD_DO_PROCESS_END:
    case RD_DO_ONCE_BEGIN:
        return false;
    case RD_DO_STEP:
    case RD_DO_CHECK:
    case RD_DO_FREE:
    case RD_DO_FENCE:
    case RD_DO_EXIT:
    case RD_DO_CREATE:
    case RD_DO_RELEASE:
    case RD_DO_WAIT:
    case RD_DO_SIGNAL:
    case RD_DO_BROADCAST:
    case RD_DO_POST:
    case RD_DO_ARRIVE:
    case RD_DO_ONCE_END:
    case RD_DO_REGION_BEGIN:
    case RD_DO_REGION_END:
        return true;
    }
    return true;
}

/* Whether the other one may do something, before this thread moves, that an outcome of what the thread does next depends on. */
bool rd_may_matter(struct rd_states *s, uint32_t thread, uint32_t other)
{
    s->work++;
    struct rd_outcomes outcomes = rd_outcomes(s, thread);
    if (!rd_outcomes(s, other).count)
        return false;
    if (s->next[thread].count && touches_later(s, thread, other, outcomes.first->holds))
        return true;
    for (uint32_t at = 0; at < outcomes.count; at++) {
        const struct rd_do *event = &outcomes.first[at];
        if (event->kind > RD_DO_FREE && (rd_is_allowed(s, thread, event) ? may_interfere(s, thread, event, other)
                                                                         : may_enable(s, thread, event, other)))
            return true;
    }
    return false;
}
