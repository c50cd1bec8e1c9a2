/* Who knows of an access: one token instead of a vector of clocks. docs/decisions/0046 says why nothing is lost.
 *
 * Where an event takes place that may be the first of an unordered pair, the search branches: in one of the states behind
 * it the token is armed for that event, and each place where knowledge is left has a bit: whether the event is among what
 * is known there. The places are those of model/clocks.py, but
 *
 *   what a creation leaves is known to the child at once, and what an exit leaves is what the child knows;
 *   who waits at a barrier knows what its round has left as soon as the round is complete. */
#include <string.h>

#include "search.h"

/* Bits, behind the token's number: of threads what they know, what their last releasing fence has left for their writes, what
 * their relaxed reads have seen; regions; two of each object that is no cell; of each cell that carries something what its
 * last write left, and what each thread's own last write did. */
static uint64_t place_of_threads(const struct rd_states *s, uint32_t thread, uint32_t of) { return of * s->p.threads + thread; }
static uint64_t place_of_regions(const struct rd_states *s) { return 3 * s->p.threads; }
static uint64_t place_of(const struct rd_states *s, uint32_t object, bool shared)
{
    return place_of_regions(s) + 1 + 2 * (uint64_t)(object - s->p.cells) + shared;
}
static uint64_t place_of_cell(const struct rd_states *s, uint32_t carried)
{
    return place_of(s, (uint32_t)s->p.objects, false) + carried * (1 + s->p.threads);
}
static uint32_t carried(const struct rd_states *s, uint32_t cell) { return RD_ARRAY(uint32_t, s->p.carried)[cell]; }

uint32_t rd_token_slots(const struct rd_states *s)
{
    return 1 + (uint32_t)((place_of_cell(s, (uint32_t)s->p.carried_count) + 63) / 64);
}

static bool at(const struct rd_states *s, uint64_t place)
{
    return s->now[s->token + 1 + place / 64] >> (place & 63) & 1;
}

static void put(struct rd_states *s, uint64_t place, bool known)
{
    uint64_t *word = &s->now[s->token + 1 + place / 64], bit = 1ull << (place & 63);
    *word = known ? *word | bit : *word & ~bit;
}

static void leave(struct rd_states *s, uint64_t place, bool known)
{
    if (known)
        put(s, place, true);
}

bool rd_knows(const struct rd_states *s, uint32_t thread) { return at(s, place_of_threads(s, thread, 0)); }

bool rd_is_left_at(const struct rd_states *s, uint32_t object) { return at(s, place_of(s, object, false)); }

/* ---- what an event adds */

static bool acquired(const struct rd_states *s, const struct rd_next *next, uint32_t number)
{
    for (uint32_t of = 0; of < next->count; of++) {
        const struct rd_touched *one = &next->touched[of];
        if (one->number == number && !(one->flags & RD_TOUCH_WRITES) && one->flags & RD_TOUCH_ACQUIRES &&
            carried(s, one->cell) != RD_NOTHING && at(s, place_of_cell(s, carried(s, one->cell))))
            return true;
    }
    return false;
}

static bool is_updated(const struct rd_next *next, uint32_t cell)
{
    for (uint32_t of = 0; of < next->count; of++)
        if (next->touched[of].cell == cell && !(next->touched[of].flags & RD_TOUCH_WRITES) &&
            next->touched[of].flags & RD_TOUCH_ATOMIC)
            return true;
    return false;
}

/* Reads come before writes. next: what this event touches, and nothing else. */
static void learn_by_memory(struct rd_states *s, uint32_t thread, const struct rd_next *next, uint32_t number)
{
    uint64_t own = place_of_threads(s, thread, 0), fence = place_of_threads(s, thread, 1), seen = place_of_threads(s, thread, 2);
    leave(s, own, acquired(s, next, number));
    for (uint32_t of = 0; of < next->count; of++) {
        const struct rd_touched *one = &next->touched[of];
        if (!(one->flags & RD_TOUCH_WRITES) && one->flags & RD_TOUCH_ATOMIC && !(one->flags & RD_TOUCH_ACQUIRES) &&
            carried(s, one->cell) != RD_NOTHING)
            leave(s, seen, at(s, place_of_cell(s, carried(s, one->cell))));
    }
    for (uint32_t of = 0; of < next->count; of++) {
        const struct rd_touched *one = &next->touched[of];
        if (!(one->flags & RD_TOUCH_WRITES) || carried(s, one->cell) == RD_NOTHING)
            continue;
        uint64_t cell = place_of_cell(s, carried(s, one->cell)), last = cell + 1 + thread;
        bool left = false;
        if (one->flags & RD_TOUCH_ATOMIC)
            left = at(s, one->flags & RD_TOUCH_RELEASES ? own : fence) || at(s, last) || (is_updated(next, one->cell) && at(s, cell));
        put(s, cell, left);
        put(s, last, left);
    }
}

static void complete_round(struct rd_states *s, const struct rd_do *event)
{
    uint64_t turn = *rd_object(s, event->object) / event->count, left = place_of(s, event->object, false);
    for (uint32_t other = 0; other < s->p.threads; other++) {
        struct rd_outcomes outcomes = rd_outcomes(s, other);
        uint64_t ticket = *rd_ticket(s, other);
        if (outcomes.count && outcomes.first->kind == RD_DO_LEAVE && outcomes.first->object == event->object && ticket &&
            (ticket - 1) / 2 == turn)
            leave(s, place_of_threads(s, other, 0), at(s, left));
    }
}

static void learn_by_synchronising(struct rd_states *s, uint32_t thread, const struct rd_do *event)
{
    bool shared = event->flags & RD_EVENT_SHARED, is_own = !(event->flags & RD_EVENT_MADE_UP);
    uint64_t own = place_of_threads(s, thread, 0);
    switch (event->kind) {
    case RD_DO_CREATE:
        leave(s, place_of_threads(s, event->object, 0), at(s, own));
        break;
    case RD_DO_JOIN:
        leave(s, own, rd_knows(s, event->object));
        break;
    case RD_DO_ACQUIRE:
        leave(s, own, at(s, place_of(s, event->object, false)) || (!shared && at(s, place_of(s, event->object, true))));
        break;
    case RD_DO_RELEASE:
        leave(s, place_of(s, event->object, shared), at(s, own));
        break;
    case RD_DO_WAIT:
        if (event->lock != RD_NOTHING)
            leave(s, place_of(s, event->lock, false), at(s, own));
        break;
    case RD_DO_TAKE:
    case RD_DO_ONCE_PASS:
        leave(s, own, at(s, place_of(s, event->object, false)));
        break;
    case RD_DO_POST:
    case RD_DO_ONCE_END:
        leave(s, place_of(s, event->object, false), at(s, own));
        break;
    case RD_DO_ARRIVE:
        leave(s, place_of(s, event->object, false), at(s, own));
        if (*rd_object(s, event->object) % event->count == event->count - 1) {
            leave(s, own, at(s, place_of(s, event->object, false)));
            complete_round(s, event);
            put(s, place_of(s, event->object, false), false);
        }
        break;
    case RD_DO_REGION_BEGIN:
        leave(s, own, is_own && at(s, place_of_regions(s)));
        break;
    case RD_DO_REGION_END:
        leave(s, place_of_regions(s), is_own && at(s, own));
        break;
    case RD_DO_FENCE:
        leave(s, own, event->flags & RD_EVENT_ACQUIRES && at(s, place_of_threads(s, thread, 2)));
        leave(s, place_of_threads(s, thread, 1), event->flags & RD_EVENT_RELEASES && at(s, own));
        break;
    case RD_DO_STEP:
    case RD_DO_CHECK:
    case RD_DO_FREE:
    case RD_DO_START:
    case RD_DO_EXIT:
    case RD_DO_REFUSED:
    case RD_DO_WAKE:
    case RD_DO_SIGNAL:
    case RD_DO_BROADCAST:
    case RD_DO_COUNT:
    case RD_DO_LEAVE:
    case RD_DO_ONCE_BEGIN:
    case RD_DO_PROCESS_END:
        break;
    }
}

/* In the state before the event; what it touches is in s->next. */
void rd_learn(struct rd_states *s, uint32_t thread, const struct rd_do *event)
{
    if (event->kind <= RD_DO_CHECK)
        learn_by_memory(s, thread, &s->next[thread], event->number);
    else
        learn_by_synchronising(s, thread, event);
}

/* ---- the token: which event, of which thread, and 2 * (cell, flags) of what it touched */

static const uint64_t *token_of(const struct rd_states *s, uint32_t *count)
{
    uint64_t number = s->now[s->token] - 1;
    *count = (s->tokens.length[number] - 2) / 2;
    return s->tokens.numbers + s->tokens.first[number];
}

static uint32_t conflicting(uint64_t flags)
{
    if (flags & RD_TOUCH_WRITES)
        return flags & RD_TOUCH_ATOMIC ? RD_USE_PLAIN_READ | RD_USE_PLAIN_WRITE : RD_USE_RACE_READ | RD_USE_RACE_WRITE;
    return flags & RD_TOUCH_ATOMIC ? RD_USE_PLAIN_WRITE : RD_USE_RACE_WRITE;
}

/* Whether it knows, or will know before it does anything. */
static bool will_know(const struct rd_states *s, uint32_t thread)
{
    while (thread != RD_NOTHING && !rd_knows(s, thread)) {
        if (rd_is_alive(s, thread))
            return false;
        thread = RD_ARRAY(uint32_t, s->p.creator)[thread];
    }
    return true;
}

/* Whether somebody who does not know of it may still do something that conflicts with it. */
bool rd_token_matters(struct rd_states *s)
{
    uint32_t count;
    const uint64_t *token = token_of(s, &count);
    const struct rd_do *first = &RD_ARRAY(struct rd_do, s->p.events)[token[0]];
    for (uint32_t other = 0; other < s->p.threads; other++) {
        if (will_know(s, other))
            continue;
        s->work++;
        for (uint32_t of = 0; of < count; of++)
            if (rd_uses_apart(s, other, (uint32_t)token[1], (uint32_t)token[2 + 2 * of], conflicting(token[3 + 2 * of]),
                              first->holds))
                return true;
    }
    return false;
}

/* Behind its event, whose touches are in s->next. Whether there is anything to arm it for. */
bool rd_arm(struct rd_states *s, uint32_t thread)
{
    const struct rd_next *next = &s->next[thread];
    const struct rd_do *event = next->event;
    if (event->kind > RD_DO_FREE || !s->asked[event->number])
        return false;
    uint64_t token[2 + 2 * next->count];
    uint32_t length = 2;
    token[0] = (uint64_t)(event - RD_ARRAY(struct rd_do, s->p.events));
    token[1] = thread;
    for (uint32_t of = 0; of < next->count; of++)
        if (next->touched[of].number == event->number && !(next->touched[of].flags & RD_TOUCH_NO_RACE)) {
            token[length++] = next->touched[of].cell;
            token[length++] = next->touched[of].flags & (RD_TOUCH_WRITES | RD_TOUCH_ATOMIC);
        }
    if (length == 2)
        return false;
    bool is_new;
    s->now[s->token] = 1 + rd_keep(s, &s->tokens, token, length, &is_new);
    if (s->failed)
        return false;
    put(s, place_of_threads(s, thread, 0), true);
    if (event->kind <= RD_DO_CHECK)
        learn_by_memory(s, thread, next, event->number);
    return true;
}

/* Accesses that are the thread's next. */
void rd_find_unordered(struct rd_states *s, uint32_t thread)
{
    const struct rd_next *next = &s->next[thread];
    uint32_t count;
    const uint64_t *token = token_of(s, &count);
    if (rd_knows(s, thread))
        return;
    for (uint32_t of = 0; of < next->count; of++) {
        const struct rd_touched *one = &next->touched[of];
        for (uint32_t mine = 0; mine < count; mine++) {
            uint32_t flags = (uint32_t)token[3 + 2 * mine];
            if (one->cell == token[2 + 2 * mine] && (flags | one->flags) & RD_TOUCH_WRITES &&
                !(flags & one->flags & RD_TOUCH_ATOMIC) && !(one->flags & RD_TOUCH_NO_RACE) && !acquired(s, next, one->number))
                rd_find(s, RD_FOUND_UNORDERED, RD_ARRAY(struct rd_do, s->p.events)[token[0]].number, one->number);
        }
    }
}
