/* The walk of one thread: its state, and the streams of its log.
 *
 * Whatever ends a walk leaves by longjmp, so that no step has to look at results: rd_end where the log ends, rd_fail where
 * walk and log disagree. Nothing is held outside `struct rd_walker` while that can happen. */
#ifndef RADDLE_WALKER_H
#define RADDLE_WALKER_H
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../hooks.h"
#include "../trace_format.h"
#include "arithmetic.h"
#include "pages.h"
#include "tables.h"

struct rd_column {
    char *rows;
    uint64_t count;
    uint64_t capacity;
};

struct rd_frame {
    uint32_t function;
    uint32_t stack;
    uint32_t next;                /* instruction */
    uint32_t returned_count;      /* leaves that a function called directly gave back, until the log confirms them */
    uint32_t uncaught;            /* nobody catches what is thrown out of it */
    uint64_t base;                /* of its registers */
    const struct rd_call *calling; /* control is in this call, or NULL */
    uint32_t interrupted;         /* site of the load before which a signal handler came, or 0 */
    uint32_t handlers;            /* that run below it */
    uint64_t slots;               /* of the walker's, those from this one on are its own */
    uint64_t blocks;              /* likewise */
    uint32_t marks;               /* of raddle.h, that began in it and have not ended */
};

/* A stack slot that was shown. */
struct rd_shown {
    uint64_t address;
    uint64_t size;
};

struct rd_walker {
    jmp_buf out;
    struct rd_walk_output *output;

    const struct rd_instruction *instructions;
    const struct rd_edge *edges;
    const struct rd_case *cases;
    const struct rd_function *functions;
    const struct rd_call *calls;
    const uint32_t *words;
    const struct rd_register *constants;
    const struct rd_address *addresses;
    uint64_t address_count;
    const uint32_t *sites;
    uint64_t site_count;

    const struct rd_block_record *first_block, *block, *blocks_end;
    const uint8_t *value, *values_end;
    const struct rd_sync_record *sync; /* all; this thread's are at `position` .. `positions_end` */
    const uint64_t *position, *positions_end;
    const uint64_t *next_signal; /* in these, the next RD_SIGNAL_DELIVER */
    uint64_t signal_count;       /* its number, or UINT64_MAX */
    uint32_t handlers;           /* of signals, that run */
    uint64_t count, final_count; /* visible events */
    uint64_t check;
    uint64_t most_filled, filled;
    uint32_t silent; /* jumps since the last record */

    uint64_t thread;
    bool keep_private;
    bool cut_short; /* the run may have ended while bytes were being logged: they belong to no event */
    struct rd_pages *shared;
    struct rd_pages *accesses; /* not NULL: only note accesses */
    struct rd_pages private_terms;
    struct rd_column events, terms, stacks, kept;
    uint64_t stack_low, stack_high, slots_end; /* the thread's stack, and where the slots on it end that were ever made */
    uint32_t *stack_ids; /* open addressing over (parent, site) */
    uint64_t stack_capacity;
    uint32_t *piece_terms;
    uint64_t piece_capacity;
    uint32_t site, stack; /* where the next event happens */

    uint64_t start; /* address of the thread's routine */
    struct rd_frame *frames;
    uint64_t depth, frame_capacity;
    struct rd_register *registers;
    uint64_t register_capacity;
    struct rd_shown *slots;
    uint64_t slot_count, slot_capacity;
    uint32_t *open; /* blocks that are to be atomic: their entries */
    uint64_t open_count, open_capacity;
    uint32_t macro; /* entry of the macros of raddle.h */
    uint64_t open_marks; /* blocks of these macros */

    const struct rd_phase *phase, *phases_end; /* in which it is alone: the next one, or this */
    struct rd_pages alone;    /* what it knows of shared memory then (alone.c) */
    uint32_t generation;
    struct rd_column waiting; /* writes that are not shown yet */
    bool in_pieces;           /* what is read is pinned, as events of its own */
    uint64_t last_visible;    /* number of the last visible event that is a row */
};

_Noreturn void rd_end(struct rd_walker *w);
_Noreturn void rd_fail(struct rd_walker *w, unsigned error, uint64_t a, uint64_t b, uint64_t c);
void *rd_grown(struct rd_walker *w, void *old, uint64_t bytes);

/* ---- emit.c */
void rd_grow_column(struct rd_walker *w, struct rd_column *column, uint64_t row_size, uint64_t most);
void rd_slot(struct rd_walker *w, uint64_t address, uint64_t size);
void rd_slot_end(struct rd_walker *w, uint64_t address, uint64_t size);
void rd_pin_term(struct rd_walker *w, struct rd_register of, unsigned cause);
uint32_t rd_read(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size, uint64_t value,
                 unsigned flags);
void rd_really_read(struct rd_walker *w, struct rd_register condition);
void rd_write(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size, uint64_t value,
              uint32_t term, unsigned flags);
/* *own, where it is set: whether the update becomes none, since the thread is alone; `constant`: only if what it reads is. */
uint32_t rd_old_value(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size, uint64_t value,
                      unsigned flags, bool *own, bool constant);
void rd_update(struct rd_walker *w, uint64_t index, struct rd_register address, unsigned size,
               const struct rd_register *old, const struct rd_register *written, unsigned flags, bool own);
struct rd_event *rd_show_write(struct rd_walker *w, uint64_t over, uint64_t address, unsigned size, uint64_t value,
                               uint32_t term, unsigned flags);
void rd_read_bytes(struct rd_walker *w, uint64_t index, uint64_t address, uint64_t size, unsigned flags, unsigned cause);
void rd_write_bytes(struct rd_walker *w, uint64_t index, uint64_t address, uint64_t size, unsigned flags);
void rd_copy_memory(struct rd_walker *w, uint64_t index, uint64_t to, uint64_t from, uint64_t size);
void rd_fill_memory(struct rd_walker *w, uint64_t index, uint64_t to, uint64_t byte, uint64_t size);
void rd_branch_event(struct rd_walker *w, struct rd_register condition, uint32_t failing);
void rd_division_event(struct rd_walker *w, unsigned op, struct rd_register dividend, struct rd_register divisor,
                       unsigned width);
void rd_choice_event(struct rd_walker *w, struct rd_register selector);
void rd_block_event(struct rd_walker *w, unsigned kind, uint32_t entry);
void rd_sync_event(struct rd_walker *w, uint64_t index, uint64_t position);
void rd_waits_for_ever_event(struct rd_walker *w, uint64_t position);
uint32_t rd_called(struct rd_walker *w, uint32_t parent, uint32_t site);

/* ---- alone.c */
bool rd_is_alone(struct rd_walker *w, uint64_t index);
bool rd_known(struct rd_walker *w, uint64_t address, unsigned size, uint64_t value, uint32_t *term);
void rd_learn(struct rd_walker *w, uint64_t address, unsigned size, uint64_t value, uint32_t term, uint32_t waiting);
void rd_forget(struct rd_walker *w, uint64_t address, uint64_t size);
void rd_forget_all(struct rd_walker *w);
void rd_show_range(struct rd_walker *w, uint64_t over, uint64_t address, unsigned size);
void rd_show_all(struct rd_walker *w, uint64_t over);
void rd_wait_to_write(struct rd_walker *w, uint64_t index, uint64_t address, unsigned size, uint64_t value,
                      uint32_t term, unsigned flags);

/* ---- private_memory.c */
uint32_t rd_part_of_term(struct rd_walker *w, uint32_t term, unsigned number, unsigned size);
uint32_t rd_term_of_words(struct rd_walker *w, const uint32_t *words, unsigned size, uint64_t value);
void rd_private_store(struct rd_walker *w, uint64_t address, unsigned size, uint32_t term);
uint32_t rd_private_load(struct rd_walker *w, uint64_t address, unsigned size, uint64_t value);

/* ---- memory_rows.c */
void rd_store_logged_row(struct rd_walker *w, const struct rd_instruction *row, struct rd_register address,
                         struct rd_register value);
struct rd_register rd_update_row(struct rd_walker *w, const struct rd_instruction *row, struct rd_register address,
                                 struct rd_register operand);
void rd_swap_if_row(struct rd_walker *w, const struct rd_instruction *row, struct rd_register *registers,
                    struct rd_register address, struct rd_register expected, struct rd_register desired);
void rd_update_bytes_row(struct rd_walker *w, const struct rd_instruction *row, struct rd_register *registers,
                         struct rd_register address);
void rd_load_bytes_row(struct rd_walker *w, struct rd_register address, uint32_t size, unsigned flags);
void rd_store_bytes_row(struct rd_walker *w, struct rd_register address, uint32_t size, unsigned flags);
void rd_copy_memory_row(struct rd_walker *w, struct rd_register to, struct rd_register from, struct rd_register size);
void rd_fill_memory_row(struct rd_walker *w, struct rd_register to, struct rd_register byte, struct rd_register size);
void rd_read_copied(struct rd_walker *w, const struct rd_register *registers, const struct rd_call *call);

/* ---- frames.c */
void rd_drain(struct rd_walker *w);
void rd_drain_fence(struct rd_walker *w);
void rd_drain_border(struct rd_walker *w); /* of a region */
void rd_find_next_signal(struct rd_walker *w); /* at `next_signal` or behind it */
void rd_outside(struct rd_walker *w);
void rd_call_outside(struct rd_walker *w, const struct rd_call *call);
void rd_call_local(struct rd_walker *w, const struct rd_call *call);
uint32_t rd_target_of(struct rd_walker *w, const struct rd_frame *frame, const struct rd_call *call);
uint32_t rd_thrown_side(const struct rd_walker *w, struct rd_register condition, uint32_t side);

/* ---- leave.c */
void rd_come_back(struct rd_walker *w, struct rd_frame *frame);
void rd_return(struct rd_walker *w, const struct rd_instruction *row);
void rd_resume_unwinding(struct rd_walker *w);
void rd_leave_unwound(struct rd_walker *w);
void rd_unwind(struct rd_walker *w, uint32_t site, uint32_t found);
void rd_leave_all(struct rd_walker *w);

/* ---- open_blocks.c */
void rd_enter_blocks(struct rd_walker *w, const struct rd_function *function);
void rd_cross_blocks(struct rd_walker *w, const struct rd_instruction *row);
void rd_mark_block(struct rd_walker *w, bool begins);
void rd_leave_blocks(struct rd_walker *w, struct rd_frame *frame, bool returned);

/* ---- interpret.c */
_Noreturn void rd_interpret(struct rd_walker *w);

/* ---- streams */

static inline uint64_t rd_blocks_read(const struct rd_walker *w)
{
    return (uint64_t)(w->block - w->first_block);
}

static inline uint32_t rd_peek_site(struct rd_walker *w)
{
    if (w->block == w->blocks_end)
        rd_end(w);
    return w->block->site;
}

static inline void rd_take_record(struct rd_walker *w)
{
    w->silent = 0;
    if (w->check >> 32 != w->block->check)
        rd_fail(w, RD_WALK_CHECK, 0, 0, 0);
    w->block++;
}

static inline void rd_note(struct rd_walker *w, uint64_t word)
{
    w->check = (w->check ^ word) * RD_CHECK_FACTOR;
}

/* n bytes at the front of the values, which need not be there: what lies behind them may be cut off. */
static inline uint64_t rd_bytes_at(const struct rd_walker *w, const uint8_t *at, uint64_t size)
{
    uint64_t value = 0;
    if (w->values_end - at >= 8) {
        memcpy(&value, at, 8);
        return value & rd_mask((unsigned)(8 * size));
    }
    memcpy(&value, at, size);
    return value;
}

static inline const uint8_t *rd_take_bytes(struct rd_walker *w, uint64_t size)
{
    const uint8_t *at = w->value;
    if ((uint64_t)(w->values_end - at) < size)
        rd_end(w);
    w->value = at + size;
    return at;
}

static inline uint64_t rd_take_value(struct rd_walker *w, unsigned size)
{
    return rd_bytes_at(w, rd_take_bytes(w, size), size);
}

static inline uint64_t rd_begin_visible(struct rd_walker *w)
{
    if (w->count >= w->final_count)
        rd_end(w);
    return w->count++;
}

/* ... of an access: the run may have ended right before it, because nothing is there */
static inline uint64_t rd_begin_access(struct rd_walker *w, struct rd_register address)
{
    if (w->count >= w->final_count) {
        w->output->stopped_address = address.value;
        w->output->stopped_term = address.term;
        w->output->stopped_touches = 1;
    }
    return rd_begin_visible(w);
}

/* ---- frames */

static inline struct rd_frame *rd_top(struct rd_walker *w)
{
    return w->depth ? &w->frames[w->depth - 1] : NULL;
}

static inline struct rd_register *rd_registers_of(struct rd_walker *w, const struct rd_frame *frame)
{
    return w->registers + frame->base;
}

/* ---- terms and registers */

static inline struct rd_term *rd_term_at(struct rd_walker *w, uint32_t term)
{
    return (struct rd_term *)w->terms.rows + term;
}

/* A private byte's term shares a word with its number in the term. */
#define RD_MOST_TERMS (1ull << 29)

static inline uint32_t rd_add_term(struct rd_walker *w, unsigned op, unsigned width, uint64_t value,
                                   struct rd_register a, struct rd_register b, uint32_t c)
{
    if (w->terms.count == w->terms.capacity)
        rd_grow_column(w, &w->terms, sizeof(struct rd_term), RD_MOST_TERMS);
    uint32_t term = (uint32_t)w->terms.count++;
    *rd_term_at(w, term) =
        (struct rd_term){(uint16_t)op, (uint16_t)width, a.term, b.term, c, value, a.value, b.value};
    return term;
}

static inline struct rd_register rd_constant(uint64_t value)
{
    return (struct rd_register){value, 0, 0};
}

/* One operand; `source` is its width. */
static inline struct rd_register rd_convert(struct rd_walker *w, unsigned op, struct rd_register a, unsigned source,
                                            unsigned width)
{
    uint64_t value = rd_one(op, a.value, source, width);
    return (struct rd_register){value, a.term ? rd_add_term(w, op, width, value, a, rd_constant(source), 0) : 0, 0};
}

static inline struct rd_register rd_apply(struct rd_walker *w, unsigned op, struct rd_register a, struct rd_register b,
                                          unsigned width, unsigned result_width)
{
    uint64_t value = rd_two(op, a.value, b.value, width) & rd_mask(result_width);
    return (struct rd_register){value, a.term | b.term ? rd_add_term(w, op, result_width, value, a, b, 0) : 0, 0};
}

/* A list of registers gets what the log has. */
static inline void rd_log_into(struct rd_walker *w, struct rd_register *registers, uint32_t first, uint32_t count)
{
    for (uint32_t at = 0; at < count; at++)
        registers[w->words[first + at]] = rd_constant(rd_take_value(w, 8));
}

/* From a register's width to what memory holds (whole bytes), and back. */
static inline struct rd_register rd_widened(struct rd_walker *w, struct rd_register value, unsigned width, unsigned held)
{
    return held == width ? value : rd_convert(w, RD_OP_ZEXT, value, width, held);
}

static inline struct rd_register rd_narrowed(struct rd_walker *w, struct rd_register value, unsigned held, unsigned width)
{
    return held == width ? value : rd_convert(w, RD_OP_TRUNC, value, held, width);
}

static inline void rd_pin(struct rd_walker *w, struct rd_register of, unsigned cause)
{
    if (of.term)
        rd_pin_term(w, of, cause);
}

/* Field by field: a register read whole so soon after it was written in two parts would stall the processor. */
static inline struct rd_register rd_operand(const struct rd_walker *w, const struct rd_register *registers,
                                            uint32_t operand)
{
    const struct rd_register *found = (operand & RD_CONSTANT ? w->constants : registers) + (operand & ~RD_CONSTANT);
    return (struct rd_register){found->value, found->term, 0};
}

/* To another block of the same function; returns its first instruction. */
static inline uint32_t rd_go(struct rd_walker *w, struct rd_register *registers, uint32_t number)
{
    const struct rd_edge *edge = &w->edges[number];
    if (edge->recorded) {
        uint32_t site = rd_peek_site(w);
        if (site != edge->site)
            rd_fail(w, RD_WALK_GOES, number, site, 0);
        rd_take_record(w);
    } else if (++w->silent > RD_MOST_SILENT) {
        rd_fail(w, RD_WALK_SILENT, 0, 0, 0);
    }
    const uint32_t *move = w->words + edge->moves;
    for (uint32_t left = edge->move_count; left; left--, move += 2)
        registers[move[0]] = rd_operand(w, registers, move[1]);
    const uint32_t *logged = w->words + edge->logged;
    for (uint32_t left = edge->logged_count; left; left--)
        registers[*logged++] = rd_constant(rd_take_value(w, 8));
    return edge->first;
}

#endif
