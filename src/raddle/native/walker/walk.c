/* The door: one walk of one thread, and the arithmetic for those who compare it with the reference. */
#include "walker.h"

#include <stdlib.h>

enum { BEGUN, ENDED, FAILED };

void rd_end(struct rd_walker *w)
{
    longjmp(w->out, ENDED);
}

void rd_fail(struct rd_walker *w, unsigned error, uint64_t a, uint64_t b, uint64_t c)
{
    w->output->error = error;
    w->output->a = a;
    w->output->b = b;
    w->output->c = c;
    longjmp(w->out, FAILED);
}

void *rd_grown(struct rd_walker *w, void *old, uint64_t bytes)
{
    void *grown = realloc(old, bytes);
    if (!grown)
        rd_fail(w, RD_WALK_NO_MEMORY, 0, 0, 0);
    return grown;
}

#define ARRAY(type, address) ((const type *)(uintptr_t)(address))

static void set_up(struct rd_walker *w, const struct rd_walk_input *input, struct rd_walk_output *output)
{
    const struct rd_tables *tables = ARRAY(struct rd_tables, input->tables);
    w->output = output;
    w->instructions = ARRAY(struct rd_instruction, tables->instructions);
    w->edges = ARRAY(struct rd_edge, tables->edges);
    w->cases = ARRAY(struct rd_case, tables->cases);
    w->functions = ARRAY(struct rd_function, tables->functions);
    w->calls = ARRAY(struct rd_call, tables->calls);
    w->words = ARRAY(uint32_t, tables->words);
    w->constants = ARRAY(struct rd_register, tables->constants);
    w->addresses = ARRAY(struct rd_address, tables->addresses);
    w->address_count = tables->address_count;
    w->sites = ARRAY(uint32_t, tables->sites);
    w->site_count = tables->site_count;
    w->first_block = w->block = ARRAY(struct rd_block_record, input->blocks);
    w->blocks_end = w->block + input->block_count;
    w->value = ARRAY(uint8_t, input->values);
    w->values_end = w->value + input->value_count;
    w->sync = ARRAY(struct rd_sync_record, input->sync);
    w->position = ARRAY(uint64_t, input->positions);
    w->positions_end = w->position + input->sync_count;
    w->next_signal = w->position;
    rd_find_next_signal(w);
    w->final_count = input->count;
    w->start = input->start;
    w->macro = (uint32_t)input->macro;
    w->stack_low = w->slots_end = input->stack_low;
    w->stack_high = input->stack_high;
    w->thread = input->thread;
    w->keep_private = input->keep_private;
    w->cut_short = input->cut_short;
    w->most_filled = input->most_filled;
    w->shared = (struct rd_pages *)(uintptr_t)input->shared;
    w->accesses = (struct rd_pages *)(uintptr_t)input->accesses;
    w->phase = ARRAY(struct rd_phase, input->phases);
    w->phases_end = w->phase + input->phase_count;
    w->generation = 1;
}

/* The first term and the first call stack stand for none. */
static void begin_columns(struct rd_walker *w)
{
    rd_grow_column(w, &w->terms, sizeof(struct rd_term), RD_MOST_TERMS);
    rd_grow_column(w, &w->stacks, sizeof(struct rd_stack), UINT32_MAX);
    memset(w->terms.rows, 0, sizeof(struct rd_term));
    memset(w->stacks.rows, 0, sizeof(struct rd_stack));
    w->terms.count = w->stacks.count = 1;
}

static void check_used_up(struct rd_walker *w)
{
    if (w->block != w->blocks_end)
        rd_fail(w, RD_WALK_BLOCKS_LEFT, (uint64_t)(w->blocks_end - w->block), 0, 0);
    if (w->count != w->final_count)
        rd_fail(w, RD_WALK_COUNT, w->final_count, 0, 0);
    if (w->position != w->positions_end)
        rd_fail(w, RD_WALK_SYNC_LEFT, *w->position, 0, 0);
    if (w->value != w->values_end && !w->cut_short)
        rd_fail(w, RD_WALK_VALUES_LEFT, (uint64_t)(w->values_end - w->value), 0, 0);
}

static uint64_t handed_over(struct rd_column *column, uint64_t row_size)
{
    void *fitting = column->count ? realloc(column->rows, column->count * row_size) : NULL;
    return (uintptr_t)(fitting ? fitting : column->rows);
}

static void hand_over(struct rd_walker *w)
{
    struct rd_walk_output *output = w->output;
    output->events = handed_over(&w->events, sizeof(struct rd_event));
    output->event_count = w->events.count;
    output->terms = handed_over(&w->terms, sizeof(struct rd_term));
    output->term_count = w->terms.count;
    output->stacks = handed_over(&w->stacks, sizeof(struct rd_stack));
    output->stack_count = w->stacks.count;
    output->kept = handed_over(&w->kept, sizeof(uint32_t));
    output->kept_count = w->kept.count;
}

static void drop_columns(struct rd_walker *w)
{
    free(w->events.rows);
    free(w->terms.rows);
    free(w->stacks.rows);
    free(w->kept.rows);
}

/* Each step is left by falling out of it or by longjmp; the end of the log is as good as the other. */
static bool completed(struct rd_walker *w, void (*step)(struct rd_walker *))
{
    int how = setjmp(w->out);
    if (how == BEGUN)
        step(w);
    return how != FAILED;
}

RD_EXPORT void rd_walk(const struct rd_walk_input *input, struct rd_walk_output *output)
{
    memset(output, 0, sizeof *output);
    struct rd_walker *w = calloc(1, sizeof *w);
    if (!w) {
        output->error = RD_WALK_NO_MEMORY;
        return;
    }
    set_up(w, input, output);
    bool good = completed(w, begin_columns) && completed(w, rd_interpret);
    output->stopped_site = w->site;
    output->stopped_stack = w->stack;
    good = good && completed(w, rd_drain) && completed(w, check_used_up);
    output->blocks_read = rd_blocks_read(w);
    output->count = w->count;
    output->filled = w->filled;
    if (good && !w->accesses)
        hand_over(w);
    else
        drop_columns(w);
    rd_pages_clear(&w->private_terms);
    rd_pages_clear(&w->alone);
    free(w->waiting.rows);
    free(w->stack_ids);
    free(w->piece_terms);
    free(w->frames);
    free(w->registers);
    free(w->slots);
    free(w->open);
    free(w);
}

RD_EXPORT void rd_release(void *rows)
{
    free(rows);
}

/* The operator's result cut to its width; *traps: it has none. */
RD_EXPORT uint64_t rd_arithmetic_two(uint32_t op, uint64_t a, uint64_t b, uint32_t width, uint32_t result_width,
                                     uint32_t *traps)
{
    *traps = rd_traps(op, a, b, width);
    return *traps ? 0 : rd_two(op, a, b, width) & rd_mask(result_width);
}

RD_EXPORT uint64_t rd_arithmetic_one(uint32_t op, uint64_t a, uint32_t source, uint32_t width)
{
    return rd_one(op, a, source, width);
}
