/* Instructions that touch memory otherwise than by a plain load or store: trace/memory_steps.py in C. */
#include "walker.h"

void rd_store_logged_row(struct rd_walker *w, const struct rd_instruction *row, struct rd_register address,
                         struct rd_register value)
{
    uint64_t index = rd_begin_access(w, address);
    rd_note(w, address.value);
    uint64_t logged = rd_take_value(w, row->b);
    value = rd_widened(w, value, row->width, 8 * row->b);
    if (logged != value.value)
        rd_fail(w, RD_WALK_STORED, value.value, logged, row->b);
    rd_write(w, index, address, row->b, value.value, value.term, row->flags);
}

struct rd_register rd_update_row(struct rd_walker *w, const struct rd_instruction *row, struct rd_register address,
                                 struct rd_register operand)
{
    unsigned size = row->b, held = 8 * size;
    uint64_t index = rd_begin_access(w, address);
    rd_note(w, address.value);
    struct rd_register old = rd_constant(rd_take_value(w, size));
    bool own = true;
    old.term = rd_old_value(w, index, address, size, old.value, row->flags, &own, false);
    struct rd_register written = rd_widened(w, operand, row->width, held);
    if (row->d)
        written = rd_apply(w, row->d, old, written, held, held);
    rd_update(w, index, address, size, &old, &written, row->flags, own);
    return rd_narrowed(w, old, held, row->width);
}

void rd_swap_if_row(struct rd_walker *w, const struct rd_instruction *row, struct rd_register *registers,
                    struct rd_register address, struct rd_register expected, struct rd_register desired)
{
    unsigned size = row->b, held = 8 * size;
    uint64_t index = rd_begin_access(w, address);
    rd_note(w, address.value);
    struct rd_register old = rd_constant(rd_take_value(w, size));
    bool own = !expected.term;
    old.term = rd_old_value(w, index, address, size, old.value, row->flags, &own, true);
    expected = rd_widened(w, expected, row->width, held);
    desired = rd_widened(w, desired, row->width, held);
    struct rd_register swapped = rd_apply(w, RD_OP_EQ, old, expected, held, 1);
    unsigned flags = row->flags | (swapped.value ? 0 : RD_EVENT_FAILED);
    rd_update(w, index, address, size, &old, &desired, flags, own);
    rd_branch_event(w, swapped, RD_NONE);
    registers[row->to] = rd_narrowed(w, old, held, row->width);
    registers[row->to + 1] = swapped;
}

void rd_update_bytes_row(struct rd_walker *w, const struct rd_instruction *row, struct rd_register *registers,
                         struct rd_register address)
{
    rd_pin(w, address, RD_PIN_ADDRESS);
    uint64_t index = rd_begin_access(w, address);
    rd_note(w, address.value);
    rd_read_bytes(w, index, address.value, row->b, RD_EVENT_SEQ_CST, RD_PIN_OPAQUE_VALUE);
    rd_write_bytes(w, index, address.value, row->b, RD_EVENT_SEQ_CST);
    rd_log_into(w, registers, row->c, row->d);
}

void rd_load_bytes_row(struct rd_walker *w, struct rd_register address, uint32_t size, unsigned flags)
{
    uint64_t index = rd_begin_access(w, address);
    rd_note(w, address.value);
    rd_pin(w, address, RD_PIN_ADDRESS);
    rd_read_bytes(w, index, address.value, size, flags, RD_PIN_OPAQUE_VALUE);
}

/* Its bytes are in the log, and their absence ends the walk before the address is pinned. */
void rd_store_bytes_row(struct rd_walker *w, struct rd_register address, uint32_t size, unsigned flags)
{
    uint64_t index = rd_begin_access(w, address);
    rd_note(w, address.value);
    w->value = rd_take_bytes(w, size);
    rd_pin(w, address, RD_PIN_ADDRESS);
    rd_write_bytes(w, index, address.value, size, flags);
}

void rd_copy_memory_row(struct rd_walker *w, struct rd_register to, struct rd_register from, struct rd_register size)
{
    rd_pin(w, to, RD_PIN_ADDRESS);
    rd_pin(w, from, RD_PIN_ADDRESS);
    rd_pin(w, size, RD_PIN_LENGTH);
    if (!size.value)
        return;
    uint64_t index = rd_begin_access(w, from);
    rd_begin_visible(w);
    rd_note(w, from.value);
    rd_note(w, to.value);
    rd_note(w, size.value);
    rd_copy_memory(w, index, to.value, from.value, size.value);
}

void rd_fill_memory_row(struct rd_walker *w, struct rd_register to, struct rd_register byte, struct rd_register size)
{
    rd_pin(w, to, RD_PIN_ADDRESS);
    rd_pin(w, byte, RD_PIN_OPAQUE_VALUE);
    rd_pin(w, size, RD_PIN_LENGTH);
    if (!size.value)
        return;
    uint64_t index = rd_begin_access(w, to);
    rd_note(w, to.value);
    rd_note(w, byte.value);
    rd_note(w, size.value);
    rd_fill_memory(w, index, to.value, byte.value, size.value);
}

/* Arguments that the call copies to the callee's stack: each is read at the call. */
void rd_read_copied(struct rd_walker *w, const struct rd_register *registers, const struct rd_call *call)
{
    const uint32_t *copied = w->words + call->copied;
    for (uint32_t at = 0; at < call->copied_count; at++, copied += 2) {
        struct rd_register address = rd_operand(w, registers, copied[0]);
        rd_pin(w, address, RD_PIN_ADDRESS);
        uint64_t index = rd_begin_access(w, address);
        rd_note(w, address.value);
        rd_read_bytes(w, index, address.value, copied[1], 0, RD_PIN_EXTERNAL_ARGUMENT);
    }
}
