/* Calls, returns, and control outside the walked code: trace/walk_reference.py in C. */
#include "walker.h"

static struct rd_frame *top(struct rd_walker *w)
{
    return w->depth ? &w->frames[w->depth - 1] : NULL;
}

static struct rd_register *registers_of(struct rd_walker *w, const struct rd_frame *frame)
{
    return w->registers + frame->base;
}

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

/* Events of the runtime at this point, up to the first of that kind. */
static void drain_upto(struct rd_walker *w, unsigned kind)
{
    while (w->position < w->positions_end) {
        uint64_t position = *w->position;
        const struct rd_sync_record *record = &w->sync[position];
        if (record->blocks != rd_blocks_read(w) || record->count > w->count)
            return;
        w->position++;
        if (record->count != w->count)
            rd_fail(w, RD_WALK_NUMBER, record->count, 0, 0);
        if (record->kind == RD_DEADLOCK) {
            rd_waits_for_ever_event(w, position);
            continue;
        }
        uint64_t index = rd_begin_visible(w);
        if (record->kind == RD_READ)
            rd_read_bytes(w, index, record->object, record->value, RD_EVENT_LIBRARY, RD_PIN_EXTERNAL_ARGUMENT);
        else if (record->kind == RD_WRITE)
            rd_write_bytes(w, index, record->object, record->value, RD_EVENT_LIBRARY);
        else {
            rd_sync_event(w, index, position);
            note_handler(w, record->kind);
            if (record->kind == kind)
                return;
        }
    }
}

void rd_drain(struct rd_walker *w)
{
    drain_upto(w, 0);
}

void rd_drain_fence(struct rd_walker *w)
{
    drain_upto(w, RD_FENCE);
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
static uint32_t target_of(struct rd_walker *w, const struct rd_frame *frame, const struct rd_call *call)
{
    if (call->callee & RD_CONSTANT)
        return call->target;
    return function_at(w, registers_of(w, frame)[call->callee].value);
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
    const struct rd_frame *caller = top(w);
    uint64_t base = caller ? caller->base + w->functions[caller->function].registers : 0;
    struct rd_register *registers = room_for_frame(w, base, function->registers);
    caller = top(w);
    const struct rd_register *callers = caller ? registers_of(w, caller) : NULL;
    if (passing)
        pin_misfits(w, function, passing, callers);
    take_parameters(w, number, registers, passing, callers);
    memset(registers + function->called, 0, function->called_count * sizeof *registers);
    bool uncaught = is_uncaught(w, caller, number, passing);
    w->frames[w->depth++] = (struct rd_frame){.function = number, .stack = stack, .next = function->first, .base = base,
                                               .handlers = w->handlers, .uncaught = uncaught};
    w->stack = stack;
    if (function->atomic)
        rd_drain(w);
}

void rd_call_local(struct rd_walker *w, const struct rd_call *call)
{
    struct rd_frame *frame = top(w);
    frame->calling = call;
    if (rd_peek_site(w) != w->functions[call->target].entry_site)
        rd_fail(w, RD_WALK_NOT_ENTERED, call->target, 0, 0);
    rd_take_record(w);
    enter(w, call->target, rd_called(w, frame->stack, call->site), call);
}

void rd_call_outside(struct rd_walker *w, const struct rd_call *call)
{
    struct rd_frame *frame = top(w);
    const struct rd_register *registers = registers_of(w, frame);
    frame->calling = call;
    rd_pin(w, rd_operand(w, registers, call->callee), RD_PIN_CALL_TARGET);
    if (target_of(w, frame, call) != RD_NONE)
        return;
    for (uint32_t at = 0; at < call->pinned_count; at++)
        rd_pin(w, rd_operand(w, registers, w->words[call->pinned + at]), RD_PIN_EXTERNAL_ARGUMENT);
}

/* ---- out of a function */

static void resume(struct rd_walker *w, struct rd_frame *frame)
{
    const struct rd_call *call = frame->calling;
    struct rd_register *called = registers_of(w, frame) + w->functions[frame->function].called;
    called[call->number / 64].value |= 1ull << call->number % 64;
    frame->calling = NULL;
    frame->returned_count = 0;
    frame->next = call->normal == RD_NONE ? call->instruction + 1 : rd_go(w, registers_of(w, frame), call->normal);
}

/* The record of a call says that it has returned. */
static void come_back(struct rd_walker *w, struct rd_frame *frame)
{
    const struct rd_call *call = frame->calling;
    struct rd_register *registers = registers_of(w, frame);
    const struct rd_register *returned = registers + w->functions[frame->function].returned;
    w->site = call->site;
    w->stack = frame->stack;
    for (uint32_t leaf = 0; leaf < call->result_count; leaf++) {
        uint32_t to = w->words[call->results + leaf];
        if (to == RD_NONE)
            continue;
        struct rd_register value = rd_constant(rd_take_value(w, 8));
        if (leaf < frame->returned_count && returned[leaf].term != RD_NONE) {
            if (returned[leaf].value != value.value)
                rd_fail(w, RD_WALK_RESULT, frame->function, value.value, returned[leaf].value);
            value.term = returned[leaf].term;
        }
        registers[to] = value;
    }
    resume(w, frame);
}

/* What a function called directly gives back, for the record of the call to confirm. */
static void give_back(struct rd_walker *w, struct rd_frame *caller, uint32_t function,
                      const struct rd_register *registers, const uint32_t *leaves, uint32_t count)
{
    const struct rd_call *call = caller->calling;
    struct rd_register *returned = registers_of(w, caller) + w->functions[caller->function].returned;
    if (call->result_shape != w->functions[function].result_shape) {
        for (uint32_t leaf = 0; leaf < count && call->result_count; leaf++)
            if (leaves[leaf] != RD_NONE)
                rd_pin(w, rd_operand(w, registers, leaves[leaf]), RD_PIN_OPAQUE_VALUE);
        return;
    }
    for (uint32_t leaf = 0; leaf < call->result_count; leaf++)
        returned[leaf] = leaves[leaf] == RD_NONE ? (struct rd_register){0, RD_NONE, 0}
                                                 : rd_operand(w, registers, leaves[leaf]);
    caller->returned_count = call->result_count;
}

/* What goes to a library (a thread's routine, a callback): no term describes what becomes of it. */
static void pin_results(struct rd_walker *w, const struct rd_register *registers, const uint32_t *leaves, uint32_t count)
{
    for (uint32_t leaf = 0; leaf < count; leaf++)
        if (leaves[leaf] != RD_NONE)
            rd_pin(w, rd_operand(w, registers, leaves[leaf]), RD_PIN_RESULT);
}

void rd_return(struct rd_walker *w, const struct rd_instruction *row)
{
    const uint32_t *leaves = w->words + row->a;
    uint32_t count = row->b, function = top(w)->function;
    if (w->functions[function].atomic)
        rd_drain(w);
    const struct rd_register *registers = registers_of(w, top(w));
    w->depth--;
    struct rd_frame *caller = top(w);
    if (!caller) {
        pin_results(w, registers, leaves, count);
        return;
    }
    if (caller->interrupted) {
        pin_results(w, registers, leaves, count);
        return;
    }
    const struct rd_call *call = caller->calling;
    struct rd_register *callers = registers_of(w, caller);
    if (call->local) {
        for (uint32_t leaf = 0; leaf < call->result_count; leaf++) {
            uint32_t to = w->words[call->results + leaf];
            if (to == RD_NONE)
                continue;
            if (leaf >= count || leaves[leaf] == RD_NONE)
                rd_fail(w, RD_WALK_NO_RESULT, function, 0, 0);
            callers[to] = rd_operand(w, registers, leaves[leaf]);
        }
        resume(w, caller);
        return;
    }
    if (target_of(w, caller, call) == w->functions[function].identity)
        give_back(w, caller, function, registers, leaves, count);
    else
        pin_results(w, registers, leaves, count);
}

/* The exception goes on: the frame is left, the next record is the landing pad of an outer one. */
void rd_resume_unwinding(struct rd_walker *w)
{
    w->depth--;
}

/* Of handlers of signals too, where control left them for good. */
static void leave_above(struct rd_walker *w, uint64_t depth)
{
    struct rd_frame *frame = &w->frames[depth - 1];
    w->depth = depth;
    w->handlers = frame->handlers;
    frame->interrupted = 0;
}

/* longjmp or an exception: control comes back in an outer frame. `found`: what `sites` says of the site. */
static void unwind(struct rd_walker *w, uint32_t site, uint32_t found)
{
    const struct rd_call *back = found & RD_SITE_CALL ? &w->calls[found & RD_SITE_NUMBER] : NULL;
    for (uint64_t depth = w->depth; depth; depth--) {
        struct rd_frame *frame = &w->frames[depth - 1];
        if (back && frame->function == back->function) {
            const struct rd_register *called = registers_of(w, frame) + w->functions[frame->function].called;
            if (called[back->number / 64].value >> back->number % 64 & 1) {
                leave_above(w, depth);
                rd_take_record(w);
                frame->calling = back;
                frame->returned_count = 0;
                come_back(w, frame);
                return;
            }
        }
        if (frame->calling && frame->calling->site == site && !frame->calling->local) { /* a library caught it */
            leave_above(w, depth);
            rd_take_record(w);
            frame->returned_count = 0;
            come_back(w, frame);
            return;
        }
        uint32_t pad = frame->calling ? frame->calling->unwind : RD_NONE;
        if (pad != RD_NONE && w->edges[pad].site == site) {
            leave_above(w, depth);
            frame->calling = NULL;
            frame->returned_count = 0;
            frame->next = rd_go(w, registers_of(w, frame), pad);
            return;
        }
    }
    rd_fail(w, RD_WALK_NO_FRAME, site, 0, 0);
}

/* Control is in a library (or nowhere yet): the next record says how it comes back. */
void rd_outside(struct rd_walker *w)
{
    struct rd_frame *frame = top(w);
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
        come_back(w, frame);
        return;
    }
    uint32_t found = site < w->site_count ? w->sites[site] : 0;
    if (!(found & RD_SITE_ENTRY)) {
        unwind(w, site, found);
        return;
    }
    rd_take_record(w);
    uint32_t entered = found & RD_SITE_NUMBER;
    uint32_t stack = from ? rd_called(w, frame->stack, from) : 0;
    enter(w, entered, stack, call && target_of(w, frame, call) == w->functions[entered].identity ? call : NULL);
}
