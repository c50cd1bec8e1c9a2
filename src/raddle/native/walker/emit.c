/* The events of a walk: trace/emitter.py in C. While only accesses are noted, nothing is emitted and no term arises. */
#include "walker.h"

#define FIRST_ROWS 1024

void rd_grow_column(struct rd_walker *w, struct rd_column *column, uint64_t row_size, uint64_t most)
{
    uint64_t capacity = column->capacity ? 2 * column->capacity : FIRST_ROWS;
    if (column->count >= most)
        rd_fail(w, RD_WALK_TOO_LONG, 0, 0, 0);
    column->rows = rd_grown(w, column->rows, capacity * row_size);
    column->capacity = capacity;
}

static struct rd_event *next_event(struct rd_walker *w)
{
    if (w->events.count == w->events.capacity)
        rd_grow_column(w, &w->events, sizeof(struct rd_event), UINT32_MAX);
    return (struct rd_event *)w->events.rows + w->events.count++;
}

/* Something that is no access; `size` means by kind. */
static struct rd_event *emit(struct rd_walker *w, unsigned kind, unsigned size, struct rd_register value,
                             uint64_t written)
{
    struct rd_event *event = next_event(w);
    *event = (struct rd_event){
        .kind = (uint16_t)kind,
        .site = w->site,
        .stack = w->stack,
        .size = size,
        .index = w->count,
        .value = value.value,
        .written = written,
        .value_term = value.term,
    };
    return event;
}

static struct rd_event *emit_access(struct rd_walker *w, unsigned kind, unsigned flags, uint64_t index,
                                    struct rd_register address, unsigned size, uint64_t value, uint32_t term)
{
    struct rd_event *event = next_event(w);
    *event = (struct rd_event){
        .kind = (uint16_t)kind,
        .flags = (uint16_t)(flags | RD_EVENT_VISIBLE),
        .site = w->site,
        .stack = w->stack,
        .size = size,
        .index = index,
        .address = address.value,
        .value = value,
        .address_term = address.term,
        .value_term = term,
    };
    w->last_visible = index;
    return event;
}

/* A write of a phase in which the thread was alone, when others may see it. */
struct rd_event *rd_show_write(struct rd_walker *w, uint64_t over, uint64_t address, unsigned size, uint64_t value,
                               uint32_t term, unsigned flags)
{
    uint64_t index = over ? over - 1 : 0;
    if (index < w->last_visible)
        index = w->last_visible;
    return emit_access(w, RD_KIND_WRITE, flags | RD_EVENT_SHARED, index, rd_constant(address), size, value, term);
}

/* Accesses that become no events while the thread is alone, or wait: all of it counts as shared, and nothing else may be
 * meant. */
static bool is_own(struct rd_walker *w, struct rd_register address, unsigned size, unsigned flags)
{
    return !address.term && !(flags & RD_EVENT_LIBRARY) && rd_is_shared(w->shared, address.value, 1) &&
           rd_is_shared(w->shared, address.value + size - 1, 1);
}

void rd_pin_term(struct rd_walker *w, struct rd_register of, unsigned cause)
{
    if (cause == RD_PIN_EXTERNAL_ARGUMENT && rd_is_alone(w, w->count)) {
        rd_show_all(w, w->count); /* it may be what is freed */
        rd_forget_all(w);
    }
    emit(w, RD_KIND_PIN, cause, of, 0);
}

/* What goes to memory of the thread's own that is no slot of its stack is used, though no event may tell. */
static void keep(struct rd_walker *w, uint64_t address, uint32_t term)
{
    if (!term || (w->stack_low <= address && address < w->slots_end))
        return;
    if (w->kept.count == w->kept.capacity)
        rd_grow_column(w, &w->kept, sizeof(uint32_t), UINT32_MAX);
    ((uint32_t *)w->kept.rows)[w->kept.count++] = term;
}

/* A stack slot, where it matters to others. */
void rd_slot(struct rd_walker *w, uint64_t address, uint64_t size)
{
    if (w->stack_low <= address && address < w->stack_high && w->slots_end < address + size)
        w->slots_end = address + size;
    if (w->accesses || !size)
        return;
    if (size > RD_MOST_BYTES)
        rd_fail(w, RD_WALK_TOO_LARGE, size, 0, 0);
    bool wanted = w->keep_private;
    for (uint64_t at = address & ~7ull; !wanted && at < address + size; at += 8)
        wanted = rd_is_shared(w->shared, at, 1);
    if (!wanted)
        return;
    emit(w, RD_KIND_SLOT, 0, rd_constant(size), 0)->address = address;
    if (w->slot_count == w->slot_capacity) {
        uint64_t capacity = w->slot_capacity ? 2 * w->slot_capacity : 64;
        w->slots = rd_grown(w, w->slots, capacity * sizeof *w->slots);
        w->slot_capacity = capacity;
    }
    w->slots[w->slot_count++] = (struct rd_shown){address, size};
}

void rd_slot_end(struct rd_walker *w, uint64_t address, uint64_t size)
{
    emit(w, RD_KIND_SLOT_END, 0, rd_constant(size), 0)->address = address;
}

static void note_access(struct rd_walker *w, uint64_t address, unsigned size, bool written)
{
    if (!rd_note_access(w->accesses, w->thread, address, size, written))
        rd_fail(w, RD_WALK_NO_MEMORY, 0, 0, 0);
}

/* The term of a shared read: its `a` is the position of the event that comes next. */
static uint32_t read_term(struct rd_walker *w, unsigned size, uint64_t value)
{
    struct rd_register position = {0, (uint32_t)w->events.count, 0};
    return rd_add_term(w, RD_OP_READ, 8 * size, value, position, rd_constant(0), 0);
}

static uint32_t shared_read(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size,
                            uint64_t value, unsigned flags)
{
    uint32_t term = read_term(w, size, value);
    emit_access(w, RD_KIND_READ, flags | RD_EVENT_SHARED, index, address, size, value, term);
    return term;
}

/* While no other thread exists. */
static uint32_t read_alone(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size,
                           uint64_t value, unsigned flags)
{
    bool own = is_own(w, address, size, flags) && !w->in_pieces, first = w->phase->first;
    uint32_t term;
    if (own && rd_known(w, address.value, size, value, &term))
        return term;
    if (own)
        rd_show_range(w, index, address.value, size);
    else
        rd_show_all(w, index);
    term = shared_read(w, index, address, size, value, flags);
    if (first)
        term = 0;
    if (own)
        rd_learn(w, address.value, size, value, term, 0);
    return term;
}

static void write_alone(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size, uint64_t value,
                        uint32_t term, unsigned flags)
{
    if (is_own(w, address, size, flags)) {
        rd_wait_to_write(w, index, address.value, size, value, term, flags);
        keep(w, address.value, term);
        return;
    }
    rd_show_all(w, index);
    emit_access(w, RD_KIND_WRITE, flags | RD_EVENT_SHARED, index, address, size, value, term);
    if (address.term)
        rd_forget_all(w);
    else
        rd_forget(w, address.value, size);
}

uint32_t rd_read(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size, uint64_t value,
                 unsigned flags)
{
    if (w->accesses) {
        note_access(w, address.value, size, false);
        return 0;
    }
    if (rd_is_shared(w->shared, address.value, size))
        return (rd_is_alone(w, index) ? read_alone : shared_read)(w, index, address, size, value, flags);
    rd_pin(w, address, RD_PIN_ADDRESS);
    uint32_t term = rd_private_load(w, address.value, size, value);
    if (w->keep_private)
        emit_access(w, RD_KIND_READ, flags, index, address, size, value, term);
    return term;
}

/* Whether the source does the read that is the last event: one of memory that is not shared may not have become one. */
void rd_really_read(struct rd_walker *w, struct rd_register condition)
{
    if (!w->events.count)
        return;
    struct rd_event *last = (struct rd_event *)w->events.rows + w->events.count - 1;
    if (last->kind != RD_KIND_READ || last->index != w->count - 1)
        return;
    last->written = condition.value;
    last->written_term = condition.term;
}

void rd_write(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size, uint64_t value,
              uint32_t term, unsigned flags)
{
    if (w->accesses) {
        note_access(w, address.value, size, true);
        return;
    }
    if (rd_is_shared(w->shared, address.value, size)) {
        if (rd_is_alone(w, index)) {
            write_alone(w, index, address, size, value, term, flags);
            return;
        }
        flags |= RD_EVENT_SHARED;
    } else {
        rd_pin(w, address, RD_PIN_ADDRESS);
        rd_private_store(w, address.value, size, term);
        keep(w, address.value, term);
        if (!w->keep_private)
            return;
    }
    emit_access(w, RD_KIND_WRITE, flags, index, address, size, value, term);
}

/* The term of what an update reads; rd_update comes next. */
uint32_t rd_old_value(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size, uint64_t value,
                      unsigned flags, bool *own, bool constant)
{
    if (w->accesses)
        return 0;
    if (!rd_is_shared(w->shared, address.value, size)) {
        rd_pin(w, address, RD_PIN_ADDRESS);
        return rd_private_load(w, address.value, size, value);
    }
    bool alone = rd_is_alone(w, index);
    *own = *own && alone && is_own(w, address, size, flags);
    if (*own) {
        uint32_t term = read_alone(w, index, address, size, value, flags);
        *own = !constant || !term;
        if (*own)
            return term;
    }
    if (alone)
        rd_show_all(w, index);
    return read_term(w, size, value);
}

void rd_update(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size,
               const struct rd_register *old, const struct rd_register *written, unsigned flags, bool own)
{
    if (w->accesses) {
        note_access(w, address.value, size, !(flags & RD_EVENT_FAILED));
        return;
    }
    bool shared = rd_is_shared(w->shared, address.value, size);
    if (shared && own) {
        if (!(flags & RD_EVENT_FAILED))
            write_alone(w, index, address, size, written->value, written->term, flags);
        return;
    }
    if (shared) {
        flags |= RD_EVENT_SHARED;
    } else {
        if (!(flags & RD_EVENT_FAILED)) {
            rd_private_store(w, address.value, size, written->term);
            keep(w, address.value, written->term);
        }
        if (!w->keep_private)
            return;
    }
    struct rd_event *event = emit_access(w, RD_KIND_UPDATE, flags, index, address, size, old->value, old->term);
    event->written = written->value;
    event->written_term = written->term;
    if (shared && rd_is_alone(w, index))
        rd_forget_all(w);
}

/* ---- accesses of any length, in pieces that do not cross a multiple of 8 */

static unsigned piece_size(uint64_t address, uint64_t left)
{
    uint64_t upto = 8 - address % 8;
    return (unsigned)(upto < left ? upto : left);
}

static uint32_t *room_for_pieces(struct rd_walker *w, uint64_t pieces)
{
    if (pieces > w->piece_capacity) {
        w->piece_terms = rd_grown(w, w->piece_terms, 2 * pieces * sizeof *w->piece_terms);
        w->piece_capacity = 2 * pieces;
    }
    return w->piece_terms;
}

/* All reads, then pins of what was read. */
void rd_read_bytes(struct rd_walker *w, uint64_t index, uint64_t address, uint64_t size, unsigned flags, unsigned cause)
{
    const uint8_t *data = rd_take_bytes(w, size);
    uint32_t *terms = room_for_pieces(w, size / 8 + 2), *term = terms;
    w->in_pieces = true;
    for (uint64_t at = 0, n; at < size; at += n) {
        n = piece_size(address + at, size - at);
        uint64_t value = rd_bytes_at(w, data + at, n);
        *term++ = rd_read(w, index, rd_constant(address + at), (unsigned)n, value, flags);
    }
    w->in_pieces = false;
    term = terms;
    for (uint64_t at = 0, n; at < size; at += n) {
        n = piece_size(address + at, size - at);
        rd_pin(w, (struct rd_register){rd_bytes_at(w, data + at, n), *term++, 0}, cause);
    }
}

void rd_write_bytes(struct rd_walker *w, uint64_t index, uint64_t address, uint64_t size, unsigned flags)
{
    const uint8_t *data = rd_take_bytes(w, size);
    for (uint64_t at = 0, n; at < size; at += n) {
        n = piece_size(address + at, size - at);
        rd_write(w, index, rd_constant(address + at), (unsigned)n, rd_bytes_at(w, data + at, n), 0, flags);
    }
}

/* memcpy and memmove: all reads, then all writes, in pieces that do not cross a multiple of 8 on either side. */
void rd_copy_memory(struct rd_walker *w, uint64_t index, uint64_t to, uint64_t from, uint64_t size)
{
    const uint8_t *data = rd_take_bytes(w, size);
    uint32_t *terms = room_for_pieces(w, size / 4 + 4), *term = terms;
    for (uint64_t at = 0, n; at < size; at += n) {
        n = piece_size(to + at, piece_size(from + at, size - at));
        *term++ = rd_read(w, index, rd_constant(from + at), (unsigned)n, rd_bytes_at(w, data + at, n), 0);
    }
    term = terms;
    for (uint64_t at = 0, n; at < size; at += n) {
        n = piece_size(to + at, piece_size(from + at, size - at));
        rd_write(w, index + 1, rd_constant(to + at), (unsigned)n, rd_bytes_at(w, data + at, n), *term++, 0);
    }
}

void rd_fill_memory(struct rd_walker *w, uint64_t index, uint64_t to, uint64_t byte, uint64_t size)
{
    if (size > RD_MOST_BYTES)
        rd_fail(w, RD_WALK_TOO_LARGE, size, 0, 0);
    for (uint64_t at = 0, n; at < size; at += n) {
        n = piece_size(to + at, size - at);
        uint64_t value = byte * 0x0101010101010101 & rd_mask((unsigned)(8 * n)), before = w->events.count;
        rd_write(w, index, rd_constant(to + at), (unsigned)n, value, 0, 0);
        w->filled += w->accesses || w->events.count > before;
        if (w->filled > w->most_filled)
            rd_fail(w, RD_WALK_TOO_LARGE, size, 0, 0);
    }
}

/* ---- the rest */

void rd_branch_event(struct rd_walker *w, struct rd_register condition, uint32_t failing)
{
    if (w->accesses)
        return;
    if (failing != RD_NONE)
        emit(w, RD_KIND_ASSERTION, 0, condition, failing);
    else if (condition.term)
        emit(w, RD_KIND_BRANCH, 0, condition, 0);
}

/* Where other values of terms might trap: by a divisor of 0, or of -1 where it is signed. */
void rd_division_event(struct rd_walker *w, unsigned op, struct rd_register dividend, struct rd_register divisor,
                       unsigned width)
{
    bool is_signed = op == RD_OP_SDIV || op == RD_OP_SREM;
    if (!divisor.term && !(is_signed && dividend.term && divisor.value == rd_mask(width)))
        return;
    struct rd_event *event = emit(w, RD_KIND_DIVISION, width, divisor, dividend.value);
    event->written_term = dividend.term;
    event->address = is_signed;
}

void rd_choice_event(struct rd_walker *w, struct rd_register selector)
{
    if (selector.term)
        emit(w, RD_KIND_CHOICE, 0, selector, 0);
}

/* What is done in a block may be what tears it, also by a thread that was alone at the time: it stays as it is. */
void rd_block_event(struct rd_walker *w, unsigned kind, uint32_t entry)
{
    if (w->phase < w->phases_end) {
        rd_show_all(w, w->count);
        rd_forget_all(w);
    }
    if (entry == w->macro && kind == RD_KIND_BLOCK_BEGIN)
        w->open_marks++;
    else if (entry == w->macro && w->open_marks)
        w->open_marks--;
    emit(w, kind, 0, rd_constant(entry), 0);
}

void rd_sync_event(struct rd_walker *w, uint64_t index, uint64_t position)
{
    if (w->accesses)
        return;
    const struct rd_sync_record *record = &w->sync[position];
    bool initialises = record->kind == RD_INIT || record->kind == RD_MUTEX_INIT;
    if (!rd_is_alone(w, index))
        ;
    else if (initialises || record->flags & (RD_FLAG_FAILED | RD_FLAG_MISUSE))
        rd_show_all(w, index); /* behind a misuse nothing is looked at */
    else if (record->kind == RD_FREE)
        rd_forget(w, record->object, record->value);
    emit_access(w, RD_KIND_SYNC, 0, index, rd_constant(0), 0, position, 0);
}

void rd_waits_for_ever_event(struct rd_walker *w, uint64_t position)
{
    if (!w->accesses)
        emit_access(w, RD_KIND_SYNC, 0, w->count, rd_constant(0), 0, position, 0)->flags = 0;
}

static uint32_t *stack_slot(struct rd_walker *w, uint32_t parent, uint32_t site)
{
    const struct rd_stack *stacks = (const struct rd_stack *)w->stacks.rows;
    uint64_t at = (((uint64_t)parent << 32 | site) * 0x9e3779b97f4a7c15) >> 32;
    while (true) {
        at &= w->stack_capacity - 1;
        uint32_t id = w->stack_ids[at];
        if (!id || (stacks[id].parent == parent && stacks[id].site == site))
            return &w->stack_ids[at];
        at++;
    }
}

static void grow_stack_ids(struct rd_walker *w)
{
    uint64_t capacity = w->stack_capacity ? 2 * w->stack_capacity : FIRST_ROWS;
    w->stack_ids = rd_grown(w, w->stack_ids, capacity * sizeof *w->stack_ids);
    memset(w->stack_ids, 0, capacity * sizeof *w->stack_ids);
    w->stack_capacity = capacity;
    for (uint32_t id = 1; id < w->stacks.count; id++) {
        struct rd_stack stack = ((const struct rd_stack *)w->stacks.rows)[id];
        *stack_slot(w, stack.parent, stack.site) = id;
    }
}

/* The call stack that lies above `parent` after a call at `site`. */
uint32_t rd_called(struct rd_walker *w, uint32_t parent, uint32_t site)
{
    if (w->accesses)
        return 0;
    if (2 * w->stacks.count >= w->stack_capacity)
        grow_stack_ids(w);
    uint32_t *slot = stack_slot(w, parent, site);
    if (*slot)
        return *slot;
    if (w->stacks.count == w->stacks.capacity)
        rd_grow_column(w, &w->stacks, sizeof(struct rd_stack), UINT32_MAX);
    ((struct rd_stack *)w->stacks.rows)[w->stacks.count] = (struct rd_stack){parent, site};
    return *slot = (uint32_t)w->stacks.count++;
}
