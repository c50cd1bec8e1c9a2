/* What is wrong in a state: checks that fail, accesses that meet, memory that is not there any more, threads that wait in vain.
 * model/reached.py, model/standing.py and model/freed.py say what each of these is. */
#include <stdlib.h>
#include <string.h>

#include "search.h"

static void keep(struct rd_states *s, uint32_t kind, uint32_t first, uint32_t second, uint32_t list, uint32_t length)
{
    if (!rd_grow(s, (void **)&s->found, &s->found_capacity, s->found_count + 1, sizeof *s->found))
        return;
    struct rd_found found = s->way;
    found.kind = kind;
    found.first = length ? list : first;
    found.second = length ? length : second;
    s->found[s->found_count++] = found;
}

void rd_find(struct rd_states *s, uint32_t kind, uint32_t first, uint32_t second)
{
    if (s->told)
        return;
    bool is_new;
    uint64_t numbers[3] = {kind, first, second};
    rd_keep(s, &s->known, numbers, 3, &is_new);
    if (is_new)
        keep(s, kind, first, second, 0, 0);
}

/* `events`: with the kind in front. */
static void find_many(struct rd_states *s, uint64_t *events, uint32_t count)
{
    bool is_new;
    rd_keep(s, &s->known, events, count + 1, &is_new);
    if (!is_new || !rd_grow(s, (void **)&s->listed, &s->listed_capacity, s->listed_count + count, sizeof *s->listed))
        return;
    for (uint32_t at = 0; at < count; at++)
        s->listed[s->listed_count + at] = (uint32_t)events[at + 1];
    keep(s, (uint32_t)events[0], 0, 0, (uint32_t)s->listed_count, count);
    s->listed_count += count;
}

void rd_find_uses(struct rd_states *s, uint32_t thread)
{
    const struct rd_next *next = &s->next[thread];
    const uint32_t *first = RD_ARRAY(uint32_t, s->p.end_first);
    const struct rd_frame_end *ends = RD_ARRAY(struct rd_frame_end, s->p.frame_ends);
    for (uint32_t at = 0; at < next->count; at++) {
        if (next->touched[at].flags & RD_TOUCH_NO_USE && !s->p.is_graph)
            continue;
        uint32_t cell = next->touched[at].cell, number = next->touched[at].number;
        if (s->p.is_graph) {
            if (*rd_gone(s, cell) && !(next->touched[at].flags & RD_TOUCH_WRITES))
                rd_find(s, RD_FOUND_UNWRITTEN, number, cell);
            continue;
        }
        if (*rd_gone(s, cell))
            rd_find(s, RD_FOUND_FREED, (uint32_t)*rd_gone(s, cell) - 1, number);
        for (uint32_t end = first[cell]; end < first[cell + 1]; end++)
            if (ends[end].thread != thread && *rd_point(s, ends[end].thread) > ends[end].position)
                rd_find(s, RD_FOUND_FREED, ends[end].number, number);
    }
}

static void find_pair(struct rd_states *s, uint32_t kind, uint32_t one, uint32_t other)
{
    rd_find(s, kind, one < other ? one : other, one < other ? other : one);
}

static void find_meeting(struct rd_states *s, const struct rd_next *one, const struct rd_next *other)
{
    for (uint32_t a = 0; a < one->count; a++)
        for (uint32_t b = 0; b < other->count; b++) {
            struct rd_touched first = one->touched[a], second = other->touched[b];
            uint32_t flags = first.flags | second.flags;
            if (first.cell != second.cell || !(flags & RD_TOUCH_WRITES))
                continue;
            if (!(first.flags & second.flags & RD_TOUCH_ATOMIC) && !(flags & RD_TOUCH_NO_RACE))
                find_pair(s, RD_FOUND_MEET, first.number, second.number);
            if (flags & RD_TOUCH_OF_LOCK)
                find_pair(s, RD_FOUND_BESIDE, first.number, second.number);
        }
}

/* Of the thread with those from `from` on. What is next is in s->next, whoever's region it is. */
void rd_find_meetings(struct rd_states *s, uint32_t thread, uint32_t from)
{
    uint64_t region = *rd_region(s);
    for (uint32_t other = from; other < s->p.threads; other++) {
        if (other == thread || !s->next[thread].count || !s->next[other].count)
            continue;
        if (region != RD_NOBODY && region != 1 + (uint64_t)thread && region != 1 + (uint64_t)other)
            continue;
        find_meeting(s, &s->next[thread], &s->next[other]);
    }
}

/* Failures and frontiers that can take place. */
static void find_ends(struct rd_states *s, uint32_t thread)
{
    struct rd_outcomes outcomes = rd_outcomes(s, thread);
    for (uint32_t at = 0; at < outcomes.count; at++) {
        s->one.count = 0;
        if (outcomes.first[at].flags & RD_EVENT_ENDS && rd_look_at(s, thread, &outcomes.first[at], &s->one))
            rd_find(s, RD_FOUND_REACHES, outcomes.first[at].number, 0);
    }
}

/* Whether the thread waits for one of the members. */
static bool waits_for_one(const struct rd_states *s, uint32_t thread, const uint32_t *members)
{
    const struct rd_do *event = rd_outcomes(s, thread).first;
    if (event->kind == RD_DO_JOIN)
        return members[event->object];
    if (event->kind != RD_DO_ACQUIRE)
        return false;
    int64_t there = (int64_t)*rd_object(s, event->object);
    for (uint32_t other = 0; other < s->p.threads; other++)
        if (members[other] && (there < 0 ? -1 - there == (int64_t)other : rd_holds(s, other, event->object)))
            return true;
    return false;
}

static void find_standing(struct rd_states *s)
{
    uint32_t *members = s->members, standing = 0, threads = (uint32_t)s->p.threads;
    bool all = true;
    uint64_t events[threads + 1];
    for (uint32_t thread = 0; thread < threads; thread++) {
        members[thread] = rd_stands(s, thread);
        if (members[thread])
            events[++standing] = rd_outcomes(s, thread).first->number;
        else if (!rd_has_ended(s, thread) && rd_is_alive(s, thread))
            all = false;
    }
    if (!standing || *rd_region(s) != RD_NOBODY)
        return;
    if (all) {
        events[0] = RD_FOUND_STANDSTILL;
        find_many(s, events, standing);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t thread = 0; thread < threads; thread++)
            if (members[thread] && !waits_for_one(s, thread, members)) {
                members[thread] = 0;
                changed = true;
            }
    }
    uint32_t circle = 0;
    for (uint32_t thread = 0; thread < threads; thread++)
        if (members[thread])
            events[++circle] = rd_outcomes(s, thread).first->number;
    events[0] = RD_FOUND_CIRCLE;
    if (circle)
        find_many(s, events, circle);
}

/* In a state of which s->next is known for all threads. */
void rd_find_all(struct rd_states *s)
{
    for (uint32_t thread = 0; thread < s->p.threads; thread++) {
        struct rd_next *next = &s->next[thread];
        if (rd_is_armed(s)) {
            if (next->is_there)
                rd_find_unordered(s, thread);
            continue;
        }
        rd_find_meetings(s, thread, thread + 1);
        if (!next->is_there)
            continue;
        if (next->is_false)
            rd_find(s, RD_FOUND_FAILS, rd_outcomes(s, thread).first->number, 0);
        rd_find_uses(s, thread);
        find_ends(s, thread);
    }
    if (!rd_is_armed(s))
        find_standing(s);
}
