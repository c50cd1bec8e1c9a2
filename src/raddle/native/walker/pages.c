#include "pages.h"

#include <stdlib.h>
#include <string.h>

static uint64_t place_of(const struct rd_pages *pages, uint64_t number)
{
    uint64_t at = (number * 0x9e3779b97f4a7c15) >> 32;
    while (true) {
        at &= pages->capacity - 1;
        if (pages->slots[at].key == number + 1 || !pages->slots[at].key)
            return at;
        at++;
    }
}

static bool grow(struct rd_pages *pages)
{
    struct rd_page_slot *old = pages->slots;
    uint64_t old_capacity = pages->capacity, capacity = old_capacity ? 2 * old_capacity : 64;
    struct rd_page_slot *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    pages->slots = slots;
    pages->capacity = capacity;
    for (uint64_t at = 0; at < old_capacity; at++)
        if (old[at].key)
            slots[place_of(pages, old[at].key - 1)] = old[at];
    free(old);
    return true;
}

void *rd_page_search(struct rd_pages *pages, uint64_t number)
{
    void *page = pages->capacity ? pages->slots[place_of(pages, number)].page : NULL;
    pages->cache[number % RD_PAGE_CACHE] = (struct rd_page_slot){number + 1, page};
    return page;
}

void *rd_page_make(struct rd_pages *pages, uint64_t number)
{
    void *page = rd_page_search(pages, number);
    if (page)
        return page;
    if (2 * pages->count >= pages->capacity && !grow(pages))
        return NULL;
    page = calloc(1, pages->page_size);
    if (!page)
        return NULL;
    pages->slots[place_of(pages, number)] = (struct rd_page_slot){number + 1, page};
    pages->cache[number % RD_PAGE_CACHE].page = page;
    pages->count++;
    return page;
}

void rd_pages_clear(struct rd_pages *pages)
{
    for (uint64_t at = 0; at < pages->capacity; at++)
        free(pages->slots[at].page);
    free(pages->slots);
}

static struct rd_pages *pages_new(size_t page_size)
{
    struct rd_pages *pages = calloc(1, sizeof *pages);
    if (pages)
        pages->page_size = page_size;
    return pages;
}

void rd_pages_free(struct rd_pages *pages)
{
    if (pages)
        rd_pages_clear(pages);
    free(pages);
}

/* A granule's state: number + 1 of the first thread that touched it, and these. */
#define SEVERAL 0x10000u
#define WRITTEN 0x20000u

struct rd_pages *rd_accesses_new(void)
{
    return pages_new(sizeof(uint32_t) << RD_GRANULES_BITS);
}

static bool note_granule(struct rd_pages *accesses, uint64_t thread, uint64_t granule, uint32_t written)
{
    uint32_t *states = rd_page_of(accesses, granule >> RD_GRANULES_BITS);
    if (!states)
        return false;
    uint32_t *state = &states[granule & ((1 << RD_GRANULES_BITS) - 1)];
    uint32_t first = *state & 0xffff;
    if (!first)
        *state = (uint32_t)thread + 1;
    else if (first != thread + 1)
        *state |= SEVERAL;
    *state |= written;
    return true;
}

bool rd_note_access(struct rd_pages *accesses, uint64_t thread, uint64_t address, uint64_t size, bool written)
{
    uint64_t first = address >> RD_GRANULE_BITS, last = (address + size - 1) >> RD_GRANULE_BITS;
    uint32_t flag = written ? WRITTEN : 0;
    return note_granule(accesses, thread, first, flag) && (last == first || note_granule(accesses, thread, last, flag));
}

static void free_granules(uint32_t *states, uint64_t granule, uint64_t past, uint64_t thread, const uint8_t *ended)
{
    for (; granule < past; granule++) {
        uint32_t *state = &states[granule & ((1 << RD_GRANULES_BITS) - 1)];
        uint64_t first = *state & 0xffff;
        if (first && (*state & SEVERAL || (first != thread + 1 && !ended[first - 1])))
            *state |= SEVERAL | WRITTEN;
    }
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* A block may be larger than all that was ever touched: then it is looked for page by page. */
static void free_block(struct rd_pages *accesses, uint64_t granule, uint64_t past, uint64_t thread, const uint8_t *ended)
{
    if ((past - granule) >> RD_GRANULES_BITS < accesses->capacity) {
        while (granule < past) {
            uint64_t page = granule >> RD_GRANULES_BITS, next = least((page + 1) << RD_GRANULES_BITS, past);
            uint32_t *states = rd_page_find(accesses, page);
            if (states)
                free_granules(states, granule, next, thread, ended);
            granule = next;
        }
        return;
    }
    for (uint64_t at = 0; at < accesses->capacity; at++) {
        if (!accesses->slots[at].page)
            continue;
        uint64_t begin = (accesses->slots[at].key - 1) << RD_GRANULES_BITS, end = begin + (1 << RD_GRANULES_BITS);
        free_granules(accesses->slots[at].page, begin < granule ? granule : begin, least(end, past), thread, ended);
    }
}

void rd_accesses_freed(struct rd_pages *accesses, uint64_t thread, const uint64_t *blocks, uint64_t count, const uint8_t *ended)
{
    for (uint64_t at = 0; at < count; at++) {
        uint64_t address = blocks[2 * at], size = least(blocks[2 * at + 1], UINT64_MAX - 7 - least(address, UINT64_MAX - 7));
        uint64_t granule = address >> RD_GRANULE_BITS, past = (address + size + 7) >> RD_GRANULE_BITS;
        if (granule < past)
            free_block(accesses, granule, past, thread, ended);
    }
}

static int by_key(const void *left, const void *right)
{
    uint64_t a = ((const struct rd_page_slot *)left)->key, b = ((const struct rd_page_slot *)right)->key;
    return (a > b) - (a < b);
}

uint64_t rd_accesses_shared(const struct rd_pages *accesses, uint64_t *granules)
{
    uint64_t count = 0, used = 0;
    struct rd_page_slot *sorted = malloc((accesses->count + 1) * sizeof *sorted);
    if (!sorted)
        return ~0ull;
    for (uint64_t at = 0; at < accesses->capacity; at++)
        if (accesses->slots[at].page)
            sorted[used++] = accesses->slots[at];
    qsort(sorted, used, sizeof *sorted, by_key);
    for (uint64_t at = 0; at < used; at++)
        for (uint64_t n = 0; n < 1u << RD_GRANULES_BITS; n++)
            if ((((uint32_t *)sorted[at].page)[n] & (SEVERAL | WRITTEN)) == (SEVERAL | WRITTEN)) {
                if (granules)
                    granules[count] = (sorted[at].key - 1) << RD_GRANULES_BITS | n;
                count++;
            }
    free(sorted);
    return count;
}

struct rd_pages *rd_shared_new(const uint64_t *granules, uint64_t count)
{
    struct rd_pages *shared = pages_new((size_t)1 << RD_GRANULES_BITS >> 3);
    for (uint64_t at = 0; shared && at < count; at++) {
        uint64_t *bits = rd_page_of(shared, granules[at] >> RD_GRANULES_BITS);
        if (!bits) {
            rd_pages_free(shared);
            return NULL;
        }
        bits[granules[at] >> 6 & 7] |= 1ull << (granules[at] & 63);
    }
    return shared;
}
