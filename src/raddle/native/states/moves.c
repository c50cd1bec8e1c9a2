/* What a thread's next event does: model/machine.py and model/rules in C. */
#include <string.h>

#include "../walker/arithmetic.h"
#include "search.h"

static uint64_t worth(const struct rd_states *s, const uint64_t *registers, uint32_t operand)
{
    return operand & RD_OPERAND_CONSTANT ? RD_ARRAY(uint64_t, s->p.constants)[operand & ~RD_OPERAND_CONSTANT]
                                         : registers[operand];
}

static uint64_t computed(const struct rd_states *s, const uint64_t *registers, const struct rd_term *term)
{
    const uint32_t *operands = rd_words(s, term->operands);
    uint64_t a = worth(s, registers, operands[0]);
    switch (term->op) {
    case RD_TERM_TRAPS:
        return rd_traps(term->number, a, worth(s, registers, operands[1]), term->source);
    case RD_TERM_NOT:
        return 1 - a;
    case RD_TERM_ALL:
        for (uint32_t at = 0; at < term->operand_count; at++)
            if (!worth(s, registers, operands[at]))
                return 0;
        return 1;
    case RD_TERM_ANY:
        for (uint32_t at = 0; at < term->operand_count; at++)
            if (worth(s, registers, operands[at]))
                return 1;
        return 0;
    case RD_OP_ITE:
        return worth(s, registers, operands[2]) ? a : worth(s, registers, operands[1]);
    case RD_OP_EXTRACT:
        return a >> term->number & rd_mask(term->width);
    case RD_OP_CONCAT:
        return a << term->number | worth(s, registers, operands[1]);
    default:
        if (term->operand_count == 1)
            return rd_one(term->op, a, term->source, term->width) & rd_mask(term->width);
        if (rd_traps(term->op, a, worth(s, registers, operands[1]), term->source))
            return 0; /* nobody looks at it: another register says so */
        return rd_two(term->op, a, worth(s, registers, operands[1]), term->source) & rd_mask(term->width);
    }
}

static bool traps(const uint64_t *registers, uint32_t trap)
{
    return trap != RD_NOTHING && registers[trap];
}

/* The cell that the access goes to; RD_NOTHING: its address is none of those recorded, or cannot be computed. */
static uint32_t cell_of(const struct rd_states *s, const uint64_t *registers, const struct rd_touch *touch)
{
    if (traps(registers, touch->trap))
        return RD_NOTHING;
    if (!(touch->flags & RD_TOUCH_SYMBOLIC))
        return touch->place;
    const uint32_t *first = RD_ARRAY(uint32_t, s->p.table_first);
    const struct rd_place *places = RD_ARRAY(struct rd_place, s->p.places);
    uint64_t address = worth(s, registers, touch->address);
    uint32_t low = first[touch->place], high = first[touch->place + 1];
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (places[middle].address == address)
            return (uint32_t)places[middle].cell;
        if (places[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return RD_NOTHING;
}

static void touch(struct rd_states *s, struct rd_next *next, const struct rd_do *event, uint32_t cell, uint32_t flags)
{
    uint64_t capacity = next->capacity;
    if (rd_grow(s, (void **)&next->touched, &capacity, next->count + 1, sizeof *next->touched))
        next->touched[next->count++] = (struct rd_touched){cell, flags, event->number};
    next->capacity = (uint32_t)capacity;
}

/* Performs the reads in s->scratch, which has the thread's registers. */
static bool look_at_access(struct rd_states *s, const struct rd_do *event, struct rd_next *next)
{
    const struct rd_touch *touches = RD_ARRAY(struct rd_touch, s->p.touches) + event->accesses;
    const struct rd_term *terms = RD_ARRAY(struct rd_term, s->p.terms);
    uint64_t *registers = s->scratch;
    for (uint32_t at = 0; at < event->reads; at++) {
        const struct rd_touch *read = &touches[at];
        uint32_t cell = cell_of(s, registers, read);
        if (cell == RD_NOTHING)
            return false;
        touch(s, next, event, cell, read->flags);
        if (read->to != RD_NOTHING)
            registers[read->to] = *rd_cell(s, cell);
        for (uint32_t term = 0; term < read->term_count; term++)
            registers[terms[read->terms + term].to] = computed(s, registers, &terms[read->terms + term]);
    }
    if (traps(registers, event->trap))
        return false;
    if (worth(s, registers, event->condition) != 1) {
        next->is_false = event->kind == RD_DO_CHECK;
        return false;
    }
    uint32_t before = next->count;
    for (uint32_t at = event->reads; at < event->reads + event->writes; at++) {
        uint32_t cell = cell_of(s, registers, &touches[at]);
        if (cell == RD_NOTHING) {
            next->count = before;
            return false;
        }
        touch(s, next, event, cell, touches[at].flags);
    }
    return true;
}

static bool is_that_memory(const struct rd_states *s, uint32_t thread, const struct rd_do *event)
{
    const uint64_t *registers = rd_registers(s, thread);
    return !traps(registers, event->trap) && worth(s, registers, event->condition) == 1;
}

static bool look_at_free(struct rd_states *s, uint32_t thread, const struct rd_do *event, struct rd_next *next)
{
    bool is_possible = true;
    if (!is_that_memory(s, thread, event))
        return true;
    uint32_t flags = RD_TOUCH_WRITES | (event->flags & RD_EVENT_FRAME ? RD_TOUCH_NO_RACE | RD_TOUCH_NO_USE : 0);
    const uint32_t *cells = rd_words(s, event->cells);
    for (uint32_t at = 0; at < event->cell_count; at++) {
        touch(s, next, event, cells[at], flags);
        if (!(event->flags & RD_EVENT_FRAME) && *rd_gone(s, cells[at]) && !s->p.is_graph)
            is_possible = false;
    }
    return is_possible;
}

bool rd_is_alive(const struct rd_states *s, uint32_t thread)
{
    return *rd_status(s, thread) != 0;
}

bool rd_has_ended(const struct rd_states *s, uint32_t thread)
{
    return *rd_status(s, thread) == RD_HAS_ENDED;
}

static bool is_round_complete(const struct rd_states *s, uint32_t thread, const struct rd_do *event)
{
    uint64_t turn = (*rd_ticket(s, thread) - 1) / 2;
    return *rd_object(s, event->object) >= (turn + 1) * event->count;
}

bool rd_is_allowed(const struct rd_states *s, uint32_t thread, const struct rd_do *event)
{
    bool shared = event->flags & RD_EVENT_SHARED;
    int64_t mine = -1 - (int64_t)thread;
    int64_t there = event->object >= s->p.cells && event->object < s->p.objects ? (int64_t)*rd_object(s, event->object) : 0;
    uint64_t waiting = 1 + 2 * (uint64_t)event->object, own = *rd_waits(s, thread);
    switch (event->kind) {
    case RD_DO_START:
        return rd_is_alive(s, thread);
    case RD_DO_CREATE:
        return !rd_is_alive(s, event->object);
    case RD_DO_JOIN:
        return rd_has_ended(s, event->object);
    case RD_DO_ACQUIRE:
        return shared ? there >= 0 : there == 0;
    case RD_DO_RELEASE:
        return shared ? there > 0 : there == mine;
    case RD_DO_REFUSED:
        return shared ? there < 0 : there != 0;
    case RD_DO_WAIT:
        return event->lock == RD_NOTHING || (int64_t)*rd_object(s, event->lock) == mine;
    case RD_DO_WAKE:
        if (event->flags & RD_EVENT_SIGNALLED)
            return own == waiting + 1;
        return own == waiting || (event->flags & RD_EVENT_ANY && own == waiting + 1);
    case RD_DO_TAKE:
        return there > 0;
    case RD_DO_COUNT:
        return there == (int64_t)event->count;
    case RD_DO_LEAVE: {
        bool was_last = (*rd_ticket(s, thread) - 1) & 1;
        return is_round_complete(s, thread, event) && !(event->flags & RD_EVENT_LAST && !was_last) &&
               !(event->flags & RD_EVENT_NOT_LAST && was_last);
    }
    case RD_DO_ONCE_BEGIN:
        return there == 0;
    case RD_DO_ONCE_END:
        return there == 1;
    case RD_DO_ONCE_PASS:
        return there == 2;
    case RD_DO_REGION_BEGIN:
        return *rd_region(s) == RD_NOBODY;
    case RD_DO_REGION_END:
        return *rd_region(s) == 1 + (uint64_t)thread;
    case RD_DO_PROCESS_END: /* nothing is asked of what comes behind it */
        return false;
    case RD_DO_STEP:
    case RD_DO_CHECK:
    case RD_DO_FREE:
    case RD_DO_FENCE:
    case RD_DO_EXIT:
    case RD_DO_SIGNAL:
    case RD_DO_BROADCAST:
    case RD_DO_POST:
    case RD_DO_ARRIVE:
        return true;
    }
    return false;
}

bool rd_look_at(struct rd_states *s, uint32_t thread, const struct rd_do *event, struct rd_next *next)
{
    if (event->kind == RD_DO_FREE)
        return look_at_free(s, thread, event, next);
    if (event->kind > RD_DO_CHECK)
        return rd_is_allowed(s, thread, event);
    memcpy(s->scratch, rd_registers(s, thread), RD_ARRAY(uint32_t, s->p.registers)[thread] * sizeof *s->scratch);
    return look_at_access(s, event, next);
}

void rd_look(struct rd_states *s, uint32_t thread, struct rd_next *next)
{
    struct rd_outcomes outcomes = rd_outcomes(s, thread);
    uint64_t region = *rd_region(s);
    s->work++;
    bool is_kept = region != RD_NOBODY && region != 1 + (uint64_t)thread;
    next->count = 0;
    next->is_possible = next->is_false = false;
    next->event = NULL;
    next->is_there = outcomes.count && !is_kept;
    bool may_end = false;
    for (uint32_t at = 0; at < outcomes.count; at++) {
        const struct rd_do *event = &outcomes.first[at];
        uint32_t before = next->count;
        bool is_possible = rd_look_at(s, thread, event, next);
        for (uint32_t of = before; s->p.is_graph && !is_possible && of < next->count; of++)
            next->touched[of].flags |= RD_TOUCH_NO_RACE; /* of paths only what can take place is a race */
        if (is_possible && event->flags & RD_EVENT_ENDS && !(event->flags & RD_EVENT_ANY))
            may_end = true;
        if (!is_possible || event->flags & RD_EVENT_ENDS)
            continue;
        if (next->event)
            s->failed = true; /* outcomes that do not exclude each other: nothing is said of such paths */
        next->event = event;
    }
    if (may_end && next->event)
        s->failed = true; /* the same: who moves at once would leave the end untold */
    next->is_possible = next->event && !is_kept;
    next->is_false = next->is_false && !is_kept;
}

static bool waits_in_vain(const struct rd_states *s, uint32_t thread, const struct rd_do *event)
{
    if (!(event->flags & RD_EVENT_WAITS))
        return false;
    switch (event->kind) {
    case RD_DO_ACQUIRE:
    case RD_DO_JOIN:
    case RD_DO_TAKE:
        return !rd_is_allowed(s, thread, event);
    case RD_DO_WAKE:
        return *rd_waits(s, thread) == 1 + 2 * (uint64_t)event->object;
    case RD_DO_LEAVE:
        return !is_round_complete(s, thread, event);
    case RD_DO_ONCE_BEGIN:
    case RD_DO_ONCE_PASS:
        return *rd_object(s, event->object) == 1;
    case RD_DO_STEP:
    case RD_DO_CHECK:
    case RD_DO_FREE:
    case RD_DO_FENCE:
    case RD_DO_START:
    case RD_DO_EXIT:
    case RD_DO_CREATE:
    case RD_DO_RELEASE:
    case RD_DO_REFUSED:
    case RD_DO_WAIT:
    case RD_DO_SIGNAL:
    case RD_DO_BROADCAST:
    case RD_DO_POST:
    case RD_DO_COUNT:
    case RD_DO_ARRIVE:
    case RD_DO_ONCE_END:
    case RD_DO_REGION_BEGIN:
    case RD_DO_REGION_END:
    case RD_DO_PROCESS_END:
        return false;
    }
    return false;
}

bool rd_stands(const struct rd_states *s, uint32_t thread)
{
    struct rd_outcomes outcomes = rd_outcomes(s, thread);
    if (!outcomes.count || *rd_region(s) != RD_NOBODY)
        return false;
    for (uint32_t at = 0; at < outcomes.count; at++)
        if (!waits_in_vain(s, thread, &outcomes.first[at]))
            return false;
    return true;
}

/* Whether no thread does anything of these kinds to it any more. */
static bool is_behind(struct rd_states *s, uint32_t cell, uint64_t last, uint32_t kinds)
{
    const uint32_t *behind = RD_ARRAY(uint32_t, last) + cell * s->p.threads;
    for (uint32_t thread = 0; thread < s->p.threads; thread++)
        if (rd_again(s, thread)[0] < behind[thread] && rd_touches_later(s, thread, cell, kinds))
            return false;
    return true;
}

static void write_cells(struct rd_states *s, const struct rd_do *event)
{
    const struct rd_touch *touches = RD_ARRAY(struct rd_touch, s->p.touches) + event->accesses + event->reads;
    uint32_t cells[event->writes + 1];
    uint64_t values[event->writes + 1];
    for (uint32_t at = 0; at < event->writes; at++) {
        cells[at] = cell_of(s, s->scratch, &touches[at]);
        values[at] = touches[at].flags & RD_TOUCH_NEEDED ? worth(s, s->scratch, touches[at].value) : 0;
    }
    for (uint32_t at = 0; at < event->writes; at++) {
        *rd_cell(s, cells[at]) = values[at];
        if (s->p.is_graph)
            *rd_gone(s, cells[at]) = 0;
    }
}

static void give_back(struct rd_states *s, uint32_t thread, const struct rd_do *event)
{
    if (event->flags & (RD_EVENT_FRAME | RD_EVENT_GOES_ON) || !is_that_memory(s, thread, event))
        return;
    const uint32_t *cells = rd_words(s, event->cells);
    for (uint32_t at = 0; at < event->cell_count; at++)
        if (s->p.merges_freed)
            *rd_gone(s, cells[at]) = 1ull + RD_NOTHING, *rd_cell(s, cells[at]) = 0;
        else
            *rd_gone(s, cells[at]) = 1 + event->number;
}

static void synchronise(struct rd_states *s, uint32_t thread, const struct rd_do *event, uint32_t chosen)
{
    bool shared = event->flags & RD_EVENT_SHARED;
    uint64_t *there = event->object >= s->p.cells && event->object < s->p.objects ? rd_object(s, event->object) : NULL;
    switch (event->kind) {
    case RD_DO_CREATE:
        *rd_status(s, event->object) = RD_IS_THERE;
        break;
    case RD_DO_EXIT:
        *rd_status(s, thread) = RD_HAS_ENDED;
        break;
    case RD_DO_ACQUIRE:
        *there = shared ? *there + 1 : (uint64_t)(-1 - (int64_t)thread);
        break;
    case RD_DO_RELEASE:
        *there = shared ? *there - 1 : 0;
        break;
    case RD_DO_WAIT:
        if (event->lock != RD_NOTHING)
            *rd_object(s, event->lock) = 0;
        *rd_waits(s, thread) = 1 + 2 * (uint64_t)event->object;
        break;
    case RD_DO_WAKE:
        *rd_waits(s, thread) = 0;
        break;
    case RD_DO_SIGNAL:
        if (chosen != RD_NOTHING)
            ++*rd_waits(s, chosen);
        break;
    case RD_DO_BROADCAST:
        for (uint32_t other = 0; other < s->p.threads; other++)
            if (*rd_waits(s, other) == 1 + 2 * (uint64_t)event->object)
                ++*rd_waits(s, other);
        break;
    case RD_DO_TAKE:
        --*there;
        break;
    case RD_DO_POST:
        ++*there;
        break;
    case RD_DO_ARRIVE:
        *rd_ticket(s, thread) = 1 + 2 * (*there / event->count) + (*there % event->count == event->count - 1);
        ++*there;
        break;
    case RD_DO_LEAVE:
        *rd_ticket(s, thread) = 0;
        break;
    case RD_DO_ONCE_BEGIN:
        *there = 1;
        break;
    case RD_DO_ONCE_END:
        *there = 2;
        break;
    case RD_DO_REGION_BEGIN:
        *rd_region(s) = 1 + thread;
        break;
    case RD_DO_REGION_END:
        *rd_region(s) = RD_NOBODY;
        break;
    case RD_DO_STEP:
    case RD_DO_CHECK:
    case RD_DO_FREE:
    case RD_DO_FENCE:
    case RD_DO_START:
    case RD_DO_JOIN:
    case RD_DO_REFUSED:
    case RD_DO_COUNT:
    case RD_DO_ONCE_PASS:
    case RD_DO_PROCESS_END:
        break;
    }
}

void rd_move(struct rd_states *s, uint32_t thread, uint32_t chosen)
{
    struct rd_next *next = &s->next[thread];
    rd_look(s, thread, next);
    const struct rd_do *event = next->event;
    if (!event) { /* never: whoever moves can */
        s->failed = true;
        return;
    }
    s->moves++;
    if (s->told && s->told_count < s->told_room)
        s->told[s->told_count] = (struct rd_move){event->number, chosen};
    if (s->told)
        s->told_count++;
    if (rd_is_armed(s))
        rd_find_unordered(s, thread);
    else
        rd_find_uses(s, thread);
    if (rd_outcomes(s, thread).count > 1) {
        next->count = 0;
        rd_look_at(s, thread, event, next); /* its registers are in s->scratch */
    }
    if (rd_is_armed(s))
        rd_learn(s, thread, event);
    if (event->kind <= RD_DO_CHECK) {
        memcpy(rd_registers(s, thread), s->scratch, RD_ARRAY(uint32_t, s->p.registers)[thread] * sizeof *s->scratch);
        write_cells(s, event);
    } else if (event->kind == RD_DO_FREE)
        give_back(s, thread, event);
    else
        synchronise(s, thread, event, chosen);
    *rd_point(s, thread) = event->turn_count ? rd_words(s, event->turns)[s->turn] : event->target;
    const uint32_t *dies = rd_words(s, event->dies), *last = rd_words(s, event->last);
    for (uint32_t at = 0; at < event->die_count; at++)
        rd_registers(s, thread)[dies[at]] = 0;
    for (uint32_t at = 0; event->kind <= RD_DO_CHECK && at < next->count; at++)
        if (next->touched[at].flags & RD_TOUCH_WRITES && is_behind(s, next->touched[at].cell, s->p.last_read, RD_USE_READ))
            *rd_cell(s, next->touched[at].cell) = 0;
    for (uint32_t at = 0; at < event->last_count; at++) {
        if (is_behind(s, last[at], s->p.last_read, RD_USE_READ))
            *rd_cell(s, last[at]) = 0;
        if (is_behind(s, last[at], s->p.last_use, RD_USE_READ | RD_USE_WRITE))
            *rd_gone(s, last[at]) = 0;
    }
}
