/* What a thread does to shared memory while no other thread exists: trace/alone_memory.py in C.
 *
 * A byte that was read or written in such a phase is known: what is read there again is no event. A write waits until it
 * is overwritten, and then never was one; or until it is shown: at the end of the phase, or when an access comes that is
 * an event in any case and may have to do with it. */
#include "walker.h"

#include <stdlib.h>

#define PAGE_BITS 8
#define PAGE_MASK ((1u << PAGE_BITS) - 1)

struct alone_byte {
    uint32_t since;   /* the generation in which it came to be known */
    uint32_t waiting; /* number + 1 of the write that is to be shown, 0: none */
    uint32_t word;    /* its term and the number there, as private_memory.c has it */
    uint32_t value;
};

struct waiting_write {
    uint64_t address;
    uint64_t value;
    uint64_t done; /* number of its visible event */
    uint32_t term;
    uint32_t site;
    uint32_t stack;
    uint16_t size;
    uint16_t flags;
};

static struct alone_byte *found_byte(struct rd_walker *w, uint64_t address)
{
    struct alone_byte *page = rd_page_find(&w->alone, address >> PAGE_BITS);
    struct alone_byte *byte = page ? page + (address & PAGE_MASK) : NULL;
    return byte && byte->since == w->generation ? byte : NULL;
}

static struct alone_byte *made_byte(struct rd_walker *w, uint64_t address)
{
    w->alone.page_size = sizeof(struct alone_byte) << PAGE_BITS;
    struct alone_byte *page = rd_page_of(&w->alone, address >> PAGE_BITS);
    if (!page)
        rd_fail(w, RD_WALK_NO_MEMORY, 0, 0, 0);
    return page + (address & PAGE_MASK);
}

static struct waiting_write *write_at(struct rd_walker *w, uint64_t number)
{
    return (struct waiting_write *)w->waiting.rows + number;
}

static bool is_waiting(struct rd_walker *w, uint64_t number, uint64_t address)
{
    const struct alone_byte *byte = found_byte(w, address);
    return byte && byte->waiting == number + 1;
}

/* What is left of one write, in runs of bytes. */
static void show_write(struct rd_walker *w, uint64_t number, uint64_t over)
{
    struct waiting_write it = *write_at(w, number);
    for (unsigned at = 0; at < it.size; at++) {
        unsigned start = at;
        while (at < it.size && is_waiting(w, number, it.address + at))
            found_byte(w, it.address + at++)->waiting = 0;
        if (at > start) {
            uint64_t value = it.value >> 8 * start & rd_mask(8 * (at - start));
            uint32_t term = it.term ? rd_part_of_term(w, it.term, start, at - start) : 0;
            struct rd_event *event = rd_show_write(w, over, it.address + start, at - start, value, term, it.flags);
            event->written = it.done + 1;
            event->site = it.site;
            event->stack = it.stack;
        }
    }
}

/* `over`: visible events of the thread that are. */
void rd_show_all(struct rd_walker *w, uint64_t over)
{
    for (uint64_t number = 0; number < w->waiting.count; number++)
        show_write(w, number, over);
    w->waiting.count = 0;
}

void rd_show_range(struct rd_walker *w, uint64_t over, uint64_t address, unsigned size)
{
    while (true) {
        uint64_t first = UINT64_MAX;
        for (unsigned at = 0; at < size; at++) {
            const struct alone_byte *byte = found_byte(w, address + at);
            if (byte && byte->waiting && byte->waiting - 1 < first)
                first = byte->waiting - 1;
        }
        if (first == UINT64_MAX)
            return;
        show_write(w, first, over);
    }
}

/* All must have been shown. */
void rd_forget_all(struct rd_walker *w)
{
    w->generation++;
    w->waiting.count = 0;
}

/* Also of writes that were not shown. */
void rd_forget(struct rd_walker *w, uint64_t address, uint64_t size)
{
    uint64_t first = address >> PAGE_BITS, last = (address + size - 1) >> PAGE_BITS;
    if (!w->alone.count || !size)
        return;
    for (uint64_t slot = 0, number = first;; slot++, number++) {
        bool by_slots = last - first > w->alone.capacity;
        if (by_slots ? slot == w->alone.capacity : number > last)
            return;
        if (by_slots && !w->alone.slots[slot].key)
            continue;
        uint64_t page = by_slots ? w->alone.slots[slot].key - 1 : number;
        struct alone_byte *bytes = rd_page_find(&w->alone, page);
        for (uint64_t at = 0; bytes && at <= PAGE_MASK; at++)
            if ((page << PAGE_BITS) + at - address < size)
                bytes[at].since = 0;
    }
}

void rd_learn(struct rd_walker *w, uint64_t address, unsigned size, uint64_t value, uint32_t term, uint32_t waiting)
{
    for (unsigned at = 0; at < size; at++)
        *made_byte(w, address + at) =
            (struct alone_byte){w->generation, waiting, term ? term << 3 | at : 0, value >> 8 * at & 0xff};
}

/* Whether all bytes are known to be these; then their term. */
bool rd_known(struct rd_walker *w, uint64_t address, unsigned size, uint64_t value, uint32_t *term)
{
    uint32_t words[8], any = 0;
    for (unsigned at = 0; at < size; at++) {
        const struct alone_byte *byte = found_byte(w, address + at);
        if (!byte || byte->value != (value >> 8 * at & 0xff))
            return false;
        any |= words[at] = byte->word;
    }
    *term = any ? rd_term_of_words(w, words, size, value) : 0;
    return true;
}

/* Writes that were overwritten go; what is left keeps its order. */
static void make_room(struct rd_walker *w)
{
    uint64_t kept = 0;
    for (uint64_t number = 0; number < w->waiting.count; number++) {
        struct waiting_write it = *write_at(w, number);
        bool any = false;
        for (unsigned at = 0; at < it.size; at++) {
            struct alone_byte *byte = found_byte(w, it.address + at);
            if (byte && byte->waiting == number + 1) {
                byte->waiting = (uint32_t)kept + 1;
                any = true;
            }
        }
        if (any)
            *write_at(w, kept++) = it;
    }
    w->waiting.count = kept;
    if (2 * kept >= w->waiting.capacity)
        rd_grow_column(w, &w->waiting, sizeof(struct waiting_write), UINT32_MAX - 1);
}

void rd_wait_to_write(struct rd_walker *w, uint64_t index, uint64_t address, unsigned size, uint64_t value,
                      uint32_t term, unsigned flags)
{
    if (w->waiting.count == w->waiting.capacity)
        make_room(w);
    *write_at(w, w->waiting.count++) = (struct waiting_write){
        address, value, index, term, w->site, w->stack, (uint16_t)size, (uint16_t)flags,
    };
    rd_learn(w, address, size, value, term, (uint32_t)w->waiting.count);
}

/* Whether the thread is alone at its visible event of that number. */
bool rd_is_alone(struct rd_walker *w, uint64_t index)
{
    while (w->phase < w->phases_end && index >= w->phase->end) {
        rd_show_all(w, index);
        rd_forget_all(w);
        w->phase++;
    }
    return w->phase < w->phases_end && index >= w->phase->begin && !w->open_count && !w->open_marks;
}
