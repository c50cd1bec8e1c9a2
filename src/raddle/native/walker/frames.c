/* Calls, and control outside the walked code: trace/frame_steps.py in C. */
#include "walker.h"

void rd_find_next_signal(struct rd_walker *w)
{
    while (w->next_signal < w->positions_end && w->sync[*w->next_signal].kind != RD_SIGNAL_DELIVER)
        w->next_signal++;
    w->signal_count = w->next_signal < w->positions_end ? w->sync[*w->next_signal].count : UINT64_MAX;
}

static void note_handler(struct rd_walker *w, unsigned kind)
{
    if (kind == RD_SIGNAL_RETURN)
        w->handlers--;
    if (kind != RD_SIGNAL_DELIVER)
        return;
    w->handlers++;
    w->next_signal = w->position;
    rd_find_next_signal(w);
}

/* Events of the runtime at this point, up to the first of that kind; out: whether it came to one. */
static bool drain_upto(struct rd_walker *w, unsigned kind)
{
    while (w->position < w->positions_end) {
        uint64_t position = *w->position;
        const struct rd_sync_record *record = &w->sync[position];
        if (record->blocks != rd_blocks_read(w) || record->count > w->count)
            return false;
        w->position++;
        if (record->count != w->count)
            rd_fail(w, RD_WALK_NUMBER, record->count, 0, 0);
        if (record->kind == RD_DEADLOCK) {
            rd_waits_for_ever_event(w, position);
            continue;
        }
        if (record->kind == RD_EXIT)
            rd_leave_all(w);
        uint64_t index = rd_begin_visible(w);
        if (record->kind == RD_READ)
            rd_read_bytes(w, index, record->object, record->value, RD_EVENT_LIBRARY, RD_PIN_EXTERNAL_ARGUMENT);
        else if (record->kind == RD_WRITE)
            rd_write_bytes(w, index, record->object, record->value, RD_EVENT_LIBRARY);
        else {
            rd_sync_event(w, index, position);
            note_handler(w, record->kind);
            if (record->kind == kind)
                return true;
        }
    }
    return false;
}

void rd_drain(struct rd_walker *w)
{
    drain_upto(w, 0);
}

/* The thread may have been stopped before what comes next: it has done nothing that lies behind that, and nothing is left. */
static void end_if_stopped(struct rd_walker *w)
{
    if (w->count >= w->final_count)
        rd_peek_site(w);
}

void rd_drain_fence(struct rd_walker *w)
{
    if (!drain_upto(w, RD_FENCE))
        end_if_stopped(w);
}

void rd_drain_border(struct rd_walker *w)
{
    uint64_t before = w->count;
    rd_drain(w);
    if (w->count == before)
        end_if_stopped(w);
}

/* the identity of the function there */
static uint32_t function_at(const struct rd_walker *w, uint64_t address)
{
    uint64_t low = 0, high = w->address_count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (w->addresses[middle].address == address)
            return w->addresses[middle].function;
        if (w->addresses[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return RD_NONE;
}

/* the identity of the function that a call outside calls */
uint32_t rd_target_of(struct rd_walker *w, const struct rd_frame *frame, const struct rd_call *call)
{
    if (call->callee & RD_CONSTANT)
        return call->target;
    return function_at(w, rd_registers_of(w, frame)[call->callee].value);
}

/* Whether an exception out of a function that is entered ends the process, as far as frames tell. */
static bool is_uncaught(const struct rd_walker *w, const struct rd_frame *caller, uint32_t entered,
                        const struct rd_call *passing)
{
    const struct rd_function *function = &w->functions[entered];
    if (!caller)
        return w->thread == 0 || function->thread_routine || function_at(w, w->start) == function->identity;
    if (!passing) /* a library is in between, and may catch */
        return false;
    return passing->catching == RD_CATCHES_ENDS || (passing->catching == RD_CATCHES_NO && caller->uncaught);
}

/* The side of a branch that fails because it throws; nothing is said of a condition that no other thread has a part in. */
uint32_t rd_thrown_side(const struct rd_walker *w, struct rd_register condition, uint32_t side)
{
    if (side == RD_NONE || !w->frames[w->depth - 1].uncaught)
        return RD_NONE;
    return condition.term || condition.value == side ? side : RD_NONE;
}

/* ---- into a function */

static struct rd_register *room_for_frame(struct rd_walker *w, uint64_t base, uint32_t registers)
{
    if (w->depth == w->frame_capacity) {
        uint64_t capacity = w->frame_capacity ? 2 * w->frame_capacity : 64;
        w->frames = rd_grown(w, w->frames, capacity * sizeof *w->frames);
        w->frame_capacity = capacity;
    }
    if (base + registers > w->register_capacity) {
        uint64_t capacity = 2 * (base + registers) + 1024;
        w->registers = rd_grown(w, w->registers, capacity * sizeof *w->registers);
        w->register_capacity = capacity;
    }
    return w->registers + base;
}

/* Arguments that no parameter takes as they are: the callee finds them in its log. */
static void pin_misfits(struct rd_walker *w, const struct rd_function *function, const struct rd_call *passing,
                        const struct rd_register *callers)
{
    const uint32_t *parameter = w->words + function->parameters, *argument = w->words + passing->arguments;
    for (uint32_t at = 0; at < passing->argument_count; at++) {
        bool fits = at < function->parameter_count && parameter[0] == argument[0];
        for (uint32_t leaf = 0; leaf < argument[1] && !fits; leaf++)
            if (argument[2 + leaf] != RD_NONE)
                rd_pin(w, rd_operand(w, callers, argument[2 + leaf]), RD_PIN_EXTERNAL_ARGUMENT);
        if (at < function->parameter_count)
            parameter += 2 + parameter[1];
        argument += 2 + argument[1];
    }
}

/* One parameter's leaves; `given`: the operands passed for them, or NULL. */
static void take_parameter(struct rd_walker *w, uint32_t function, struct rd_register *registers,
                           const uint32_t *parameter, uint32_t leaves, const struct rd_register *callers,
                           const uint32_t *given)
{
    for (uint32_t leaf = 0; leaf < leaves; leaf++) {
        if (parameter[leaf] == RD_NONE)
            continue;
        struct rd_register arrived = rd_constant(rd_take_value(w, 8));
        if (given && given[leaf] != RD_NONE) {
            struct rd_register passed = rd_operand(w, callers, given[leaf]);
            if (passed.value != arrived.value)
                rd_fail(w, RD_WALK_ARGUMENT, function, passed.value, arrived.value);
            arrived.term = passed.term;
        }
        registers[parameter[leaf]] = arrived;
    }
}

/* `passing`: the call whose arguments these are, or NULL. */
static void take_parameters(struct rd_walker *w, uint32_t number, struct rd_register *registers,
                            const struct rd_call *passing, const struct rd_register *callers)
{
    const struct rd_function *function = &w->functions[number];
    const uint32_t *parameter = w->words + function->parameters;
    const uint32_t *argument = passing ? w->words + passing->arguments : NULL;
    for (uint32_t at = 0; at < function->parameter_count; at++) {
        const uint32_t *given = NULL;
        if (passing && at < passing->argument_count) {
            given = argument[0] == parameter[0] ? argument + 2 : NULL;
            argument += 2 + argument[1];
        }
        take_parameter(w, number, registers, parameter + 2, parameter[1], callers, given);
        parameter += 2 + parameter[1];
    }
}

/* Behind the record of its first block: parameters are in the log, their terms with the caller. */
static void enter(struct rd_walker *w, uint32_t number, uint32_t stack, const struct rd_call *passing)
{
    const struct rd_function *function = &w->functions[number];
    const struct rd_frame *caller = rd_top(w);
    uint64_t base = caller ? caller->base + w->functions[caller->function].registers : 0;
    struct rd_register *registers = room_for_frame(w, base, function->registers);
    caller = rd_top(w);
    const struct rd_register *callers = caller ? rd_registers_of(w, caller) : NULL;
    if (passing)
        pin_misfits(w, function, passing, callers);
    take_parameters(w, number, registers, passing, callers);
    memset(registers + function->called, 0, function->called_count * sizeof *registers);
    bool uncaught = is_uncaught(w, caller, number, passing);
    w->frames[w->depth++] = (struct rd_frame){.function = number, .stack = stack, .next = function->first, .base = base,
                                               .handlers = w->handlers, .uncaught = uncaught,
                                               .slots = w->slot_count, .blocks = w->open_count};
    w->stack = stack;
    rd_enter_blocks(w, function);
    if (function->atomic)
        rd_drain_border(w);
}

void rd_call_local(struct rd_walker *w, const struct rd_call *call)
{
    struct rd_frame *frame = rd_top(w);
    frame->calling = call;
    if (rd_peek_site(w) != w->functions[call->target].entry_site)
        rd_fail(w, RD_WALK_NOT_ENTERED, call->target, 0, 0);
    rd_take_record(w);
    enter(w, call->target, rd_called(w, frame->stack, call->site), call);
}

void rd_call_outside(struct rd_walker *w, const struct rd_call *call)
{
    struct rd_frame *frame = rd_top(w);
    const struct rd_register *registers = rd_registers_of(w, frame);
    frame->calling = call;
    rd_pin(w, rd_operand(w, registers, call->callee), RD_PIN_CALL_TARGET);
    if (rd_target_of(w, frame, call) != RD_NONE)
        return;
    for (uint32_t at = 0; at < call->pinned_count; at++)
        rd_pin(w, rd_operand(w, registers, w->words[call->pinned + at]), RD_PIN_EXTERNAL_ARGUMENT);
}

/* Control is in a library (or nowhere yet): the next record says how it comes back. */
void rd_outside(struct rd_walker *w)
{
    struct rd_frame *frame = rd_top(w);
    const struct rd_call *call = frame ? frame->calling : NULL;
    uint32_t from = call ? call->site : frame ? frame->interrupted : 0;
    w->site = from;
    w->stack = frame ? frame->stack : 0;
    rd_drain(w);
    if (!call && frame && w->handlers == frame->handlers) {
        frame->interrupted = 0;
        return;
    }
    uint32_t site = rd_peek_site(w);
    if (call && site == call->site) {
        rd_take_record(w);
        rd_come_back(w, frame);
        return;
    }
    uint32_t found = site < w->site_count ? w->sites[site] : 0;
    if (!(found & RD_SITE_ENTRY)) {
        rd_unwind(w, site, found);
        return;
    }
    rd_take_record(w);
    rd_leave_unwound(w);
    frame = rd_top(w);
    call = frame ? frame->calling : NULL;
    from = call ? call->site : frame ? frame->interrupted : 0;
    uint32_t entered = found & RD_SITE_NUMBER;
    uint32_t stack = from ? rd_called(w, frame->stack, from) : 0;
    enter(w, entered, stack, call && rd_target_of(w, frame, call) == w->functions[entered].identity ? call : NULL);
}
