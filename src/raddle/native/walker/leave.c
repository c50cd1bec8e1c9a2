/* Out of functions: returns, exceptions, longjmp. trace/frame_steps.py in C. */
#include "walker.h"

static void resume(struct rd_walker *w, struct rd_frame *frame)
{
    const struct rd_call *call = frame->calling;
    struct rd_register *called = rd_registers_of(w, frame) + w->functions[frame->function].called;
    called[call->number / 64].value |= 1ull << call->number % 64;
    frame->calling = NULL;
    frame->returned_count = 0;
    frame->next = call->normal == RD_NONE ? call->instruction + 1 : rd_go(w, rd_registers_of(w, frame), call->normal);
}

/* The record of a call says that it has returned. */
void rd_come_back(struct rd_walker *w, struct rd_frame *frame)
{
    const struct rd_call *call = frame->calling;
    struct rd_register *registers = rd_registers_of(w, frame);
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

/* The frame was left, and its slots and blocks end. */
static void gone(struct rd_walker *w, struct rd_frame *frame, bool returned)
{
    while (w->slot_count > frame->slots) {
        w->slot_count--;
        rd_slot_end(w, w->slots[w->slot_count].address, w->slots[w->slot_count].size);
    }
    rd_leave_blocks(w, frame, returned);
}

static void leave(struct rd_walker *w, bool returned)
{
    gone(w, rd_top(w), returned);
    w->depth--;
}

/* The thread ends, inside of these functions: nothing of them is left. */
void rd_leave_all(struct rd_walker *w)
{
    for (uint64_t depth = w->depth; depth; depth--)
        gone(w, &w->frames[depth - 1], true);
}

/* What a function called directly gives back, for the record of the call to confirm. */
static void give_back(struct rd_walker *w, struct rd_frame *caller, uint32_t function,
                      const struct rd_register *registers, const uint32_t *leaves, uint32_t count)
{
    const struct rd_call *call = caller->calling;
    struct rd_register *returned = rd_registers_of(w, caller) + w->functions[caller->function].returned;
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
    uint32_t count = row->b, function = rd_top(w)->function;
    if (w->functions[function].atomic)
        rd_drain_border(w);
    const struct rd_register *registers = rd_registers_of(w, rd_top(w));
    leave(w, true);
    struct rd_frame *caller = rd_top(w);
    if (!caller) {
        pin_results(w, registers, leaves, count);
        return;
    }
    if (caller->interrupted) {
        pin_results(w, registers, leaves, count);
        return;
    }
    const struct rd_call *call = caller->calling;
    struct rd_register *callers = rd_registers_of(w, caller);
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
    if (rd_target_of(w, caller, call) == w->functions[function].identity)
        give_back(w, caller, function, registers, leaves, count);
    else
        pin_results(w, registers, leaves, count);
}

/* The exception goes on: the frame is left, the next record is the landing pad of an outer one. */
void rd_resume_unwinding(struct rd_walker *w)
{
    leave(w, false);
}

/* A library calls, and an exception has left those whose call is not into a library: nothing comes back to them. */
void rd_leave_unwound(struct rd_walker *w)
{
    while (w->depth && rd_top(w)->calling && rd_top(w)->calling->local)
        leave(w, false);
}

/* Of handlers of signals too, where control left them for good. */
static void leave_above(struct rd_walker *w, uint64_t depth)
{
    struct rd_frame *frame = &w->frames[depth - 1];
    while (w->depth > depth)
        leave(w, false);
    w->handlers = frame->handlers;
    frame->interrupted = 0;
}

/* longjmp or an exception: control comes back in an outer frame. `found`: what `sites` says of the site. */
void rd_unwind(struct rd_walker *w, uint32_t site, uint32_t found)
{
    const struct rd_call *back = found & RD_SITE_CALL ? &w->calls[found & RD_SITE_NUMBER] : NULL;
    for (uint64_t depth = w->depth; depth; depth--) {
        struct rd_frame *frame = &w->frames[depth - 1];
        if (back && frame->function == back->function) {
            const struct rd_register *called = rd_registers_of(w, frame) + w->functions[frame->function].called;
            if (called[back->number / 64].value >> back->number % 64 & 1) {
                leave_above(w, depth);
                rd_take_record(w);
                frame->calling = back;
                frame->returned_count = 0;
                rd_come_back(w, frame);
                return;
            }
        }
        if (frame->calling && frame->calling->site == site && !frame->calling->local) { /* a library caught it */
            leave_above(w, depth);
            rd_take_record(w);
            frame->returned_count = 0;
            rd_come_back(w, frame);
            return;
        }
        uint32_t pad = frame->calling ? frame->calling->unwind : RD_NONE;
        if (pad != RD_NONE && w->edges[pad].site == site) {
            leave_above(w, depth);
            frame->calling = NULL;
            frame->returned_count = 0;
            frame->next = rd_go(w, rd_registers_of(w, frame), pad);
            return;
        }
    }
    rd_fail(w, RD_WALK_NO_FRAME, site, 0, 0);
}
