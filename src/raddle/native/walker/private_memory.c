/* Symbolic contents of memory that one thread alone touches: trace/private_memory.py in C.
 *
 * A word for each byte: its term and its number in the term, 0 for a constant. */
#include "walker.h"

#define PAGE_BITS 8
#define PAGE_MASK ((1u << PAGE_BITS) - 1)

static uint32_t word_of(uint32_t term, unsigned number)
{
    return term << 3 | number;
}

void rd_private_store(struct rd_walker *w, uint64_t address, unsigned size, uint32_t term)
{
    struct rd_pages *pages = &w->private_terms;
    pages->page_size = sizeof(uint32_t) << PAGE_BITS;
    if (!term && !pages->count)
        return;
    for (unsigned number = 0; number < size; number++) {
        uint64_t at = address + number;
        uint32_t *words = term ? rd_page_of(pages, at >> PAGE_BITS) : rd_page_find(pages, at >> PAGE_BITS);
        if (words)
            words[at & PAGE_MASK] = term ? word_of(term, number) : 0;
        else if (term)
            rd_fail(w, RD_WALK_NO_MEMORY, 0, 0, 0);
    }
}

/* A term with its value and length in bytes. */
struct piece {
    struct rd_register of;
    unsigned size;
};

static struct piece extracted(struct rd_walker *w, uint32_t word, unsigned size)
{
    uint32_t term = word >> 3, number = word & 7;
    const struct rd_term *whole = rd_term_at(w, term);
    struct rd_register all = {whole->value, term, 0};
    if (number == 0 && whole->width == 8 * size)
        return (struct piece){all, size};
    uint64_t part = whole->value >> 8 * number & rd_mask(8 * size);
    return (struct piece){{part, rd_add_term(w, RD_OP_EXTRACT, 8 * size, part, all, rd_constant(8 * number), 0), 0}, size};
}

static struct piece above(struct rd_walker *w, struct piece high, struct piece low)
{
    struct rd_register both = {high.of.value << 8 * low.size | low.of.value, 0, 0};
    unsigned size = high.size + low.size;
    if (high.of.term || low.of.term)
        both.term = rd_add_term(w, RD_OP_CONCAT, 8 * size, both.value, high.of, low.of, 8 * low.size);
    return (struct piece){both, size};
}

/* Runs of bytes of one term become one EXTRACT; constants in between are taken from the value. */
static uint32_t assembled(struct rd_walker *w, const uint32_t *words, unsigned size, uint64_t value)
{
    struct piece pieces[8];
    unsigned count = 0;
    for (unsigned at = 0; at < size;) {
        unsigned start = at++;
        if (words[start]) {
            while (at < size && words[at] == words[start] + (at - start) && words[at] >> 3 == words[start] >> 3)
                at++;
            pieces[count++] = extracted(w, words[start], at - start);
        } else {
            while (at < size && !words[at])
                at++;
            uint64_t part = value >> 8 * start & rd_mask(8 * (at - start));
            pieces[count++] = (struct piece){rd_constant(part), at - start};
        }
    }
    struct piece all = pieces[0];
    for (unsigned at = 1; at < count; at++)
        all = above(w, pieces[at], all);
    return all.of.term;
}

/* Some bytes of a term. */
uint32_t rd_part_of_term(struct rd_walker *w, uint32_t term, unsigned number, unsigned size)
{
    return extracted(w, word_of(term, number), size).of.term;
}

/* As the bytes have them; some have one. */
uint32_t rd_term_of_words(struct rd_walker *w, const uint32_t *words, unsigned size, uint64_t value)
{
    return assembled(w, words, size, value);
}

/* The term of 8 * size bits there, 0 if constant or if somebody else wrote what was loaded. */
uint32_t rd_private_load(struct rd_walker *w, uint64_t address, unsigned size, uint64_t value)
{
    struct rd_pages *pages = &w->private_terms;
    if (!pages->count)
        return 0;
    uint32_t words[8], any = 0;
    for (unsigned number = 0; number < size; number++) {
        uint64_t at = address + number;
        const uint32_t *found = rd_page_find(pages, at >> PAGE_BITS);
        any |= words[number] = found ? found[at & PAGE_MASK] : 0;
    }
    if (!any)
        return 0;
    uint32_t term = assembled(w, words, size, value);
    if (term && rd_term_at(w, term)->value != value) {
        rd_private_store(w, address, size, 0);
        return 0;
    }
    return term;
}
