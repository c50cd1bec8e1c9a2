/* The blocks that are to be atomic and are open: trace/open_blocks.py in C. */
#include "walker.h"

static bool is_listed(const uint32_t *list, uint32_t count, uint32_t entry)
{
    for (uint32_t at = 0; at < count; at++)
        if (list[at] == entry)
            return true;
    return false;
}

static void begin(struct rd_walker *w, uint32_t entry)
{
    if (w->open_count == w->open_capacity) {
        uint64_t capacity = w->open_capacity ? 2 * w->open_capacity : 64;
        w->open = rd_grown(w, w->open, capacity * sizeof *w->open);
        w->open_capacity = capacity;
    }
    w->open[w->open_count++] = entry;
    rd_block_event(w, RD_KIND_BLOCK_BEGIN, entry);
}

static void end(struct rd_walker *w, uint64_t at)
{
    uint32_t entry = w->open[at];
    memmove(w->open + at, w->open + at + 1, (w->open_count - at - 1) * sizeof *w->open);
    w->open_count--;
    rd_block_event(w, RD_KIND_BLOCK_END, entry);
}

/* The function has been entered. */
void rd_enter_blocks(struct rd_walker *w, const struct rd_function *function)
{
    if (w->accesses || !function->block_count)
        return;
    uint32_t called_at = w->site;
    w->site = function->entry_site;
    for (uint32_t at = 0; at < function->block_count; at++)
        begin(w, w->words[function->blocks + at]);
    w->site = called_at;
}

/* Of the frame's blocks those listed first end, those listed then begin unless they are open. */
void rd_cross_blocks(struct rd_walker *w, const struct rd_instruction *row)
{
    if (w->accesses)
        return;
    uint64_t own = rd_top(w)->blocks;
    for (uint64_t at = w->open_count; at > own; at--)
        if (is_listed(w->words + row->a, row->b, w->open[at - 1]))
            end(w, at - 1);
    for (uint32_t at = 0; at < row->d; at++)
        if (!is_listed(w->open + own, (uint32_t)(w->open_count - own), w->words[row->c + at]))
            begin(w, w->words[row->c + at]);
}

/* A macro of raddle.h: its block is the thread's, and stands in the frame in which it began. */
void rd_mark_block(struct rd_walker *w, bool begins)
{
    if (begins) {
        rd_top(w)->marks++;
    } else {
        uint64_t depth = w->depth;
        while (depth && !w->frames[depth - 1].marks)
            depth--;
        if (depth)
            w->frames[depth - 1].marks--;
    }
    if (!w->accesses)
        rd_block_event(w, begins ? RD_KIND_BLOCK_BEGIN : RD_KIND_BLOCK_END, w->macro);
}

/* All of the frame's end; those of macros last on where it just returns. */
void rd_leave_blocks(struct rd_walker *w, struct rd_frame *frame, bool returned)
{
    while (w->open_count > frame->blocks)
        end(w, w->open_count - 1);
    for (; frame->marks && !returned; frame->marks--)
        if (!w->accesses)
            rd_block_event(w, RD_KIND_BLOCK_END, w->macro);
}
