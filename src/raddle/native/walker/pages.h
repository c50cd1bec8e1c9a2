/* A map from page numbers to pages of zeroed memory: what is known of the program's memory, by address.
 *
 * Accesses come in runs to few pages, so a small direct-mapped cache answers nearly all questions, also those for pages
 * that do not exist. */
#ifndef RADDLE_WALKER_PAGES_H
#define RADDLE_WALKER_PAGES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Called from Python; all else is hidden by the compiler's flag. */
#define RD_EXPORT __attribute__((visibility("default")))

#define RD_PAGE_CACHE 64

struct rd_page_slot {
    uint64_t key; /* page number + 1, 0: free */
    void *page;
};

struct rd_pages {
    struct rd_page_slot cache[RD_PAGE_CACHE];
    struct rd_page_slot *slots;
    uint64_t capacity; /* a power of two, or 0 */
    uint64_t count;
    size_t page_size;
};

void *rd_page_search(struct rd_pages *pages, uint64_t number);
void *rd_page_make(struct rd_pages *pages, uint64_t number); /* finds it too; NULL: no memory */
void rd_pages_clear(struct rd_pages *pages);

static inline void *rd_page_find(struct rd_pages *pages, uint64_t number)
{
    struct rd_page_slot *cached = &pages->cache[number % RD_PAGE_CACHE];
    return cached->key == number + 1 ? cached->page : rd_page_search(pages, number);
}

static inline void *rd_page_of(struct rd_pages *pages, uint64_t number)
{
    struct rd_page_slot *cached = &pages->cache[number % RD_PAGE_CACHE];
    return cached->key == number + 1 && cached->page ? cached->page : rd_page_make(pages, number);
}

/* ---- sharing: granules are 8 bytes, a page of them 4 KiB of the program's memory */

#define RD_GRANULE_BITS 3
#define RD_GRANULES_BITS 9

RD_EXPORT struct rd_pages *rd_accesses_new(void);
RD_EXPORT struct rd_pages *rd_shared_new(const uint64_t *granules, uint64_t count);
RD_EXPORT void rd_pages_free(struct rd_pages *pages);
/* How many granules are shared; writes them, sorted, unless NULL. */
RD_EXPORT uint64_t rd_accesses_shared(const struct rd_pages *accesses, uint64_t *granules);
/* After the walk: the thread gives back blocks (address, size), when all of the `ended` threads (a byte each) are over. Where
 * others touch one too, it is as if it had been written. */
RD_EXPORT void rd_accesses_freed(struct rd_pages *accesses, uint64_t thread, const uint64_t *blocks, uint64_t count,
                                 const uint8_t *ended);
bool rd_note_access(struct rd_pages *accesses, uint64_t thread, uint64_t address, uint64_t size, bool written);

static inline bool rd_granule_is_shared(struct rd_pages *shared, uint64_t granule)
{
    const uint64_t *bits = rd_page_find(shared, granule >> RD_GRANULES_BITS);
    return bits && bits[granule >> 6 & 7] >> (granule & 63) & 1;
}

static inline bool rd_is_shared(struct rd_pages *shared, uint64_t address, uint64_t size)
{
    uint64_t first = address >> RD_GRANULE_BITS, end = address + size - 1;
    return rd_granule_is_shared(shared, first) ||
           (end >> RD_GRANULE_BITS != first && end > address && rd_granule_is_shared(shared, end >> RD_GRANULE_BITS));
}

#endif
