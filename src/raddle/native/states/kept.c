/* Arrays of numbers, each kept once and found again by comparing all of it: no state is taken for another one. */
#include <stdlib.h>
#include <string.h>

#include "search.h"

bool rd_grow(struct rd_states *s, void **array, uint64_t *capacity, uint64_t needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    uint64_t wanted = *capacity ? 2 * *capacity : 64;
    while (wanted < needed)
        wanted *= 2;
    void *grown = realloc(*array, wanted * size);
    if (!grown) {
        s->failed = true;
        return false;
    }
    *array = grown;
    *capacity = wanted;
    return true;
}

static uint64_t hash_of(const uint64_t *numbers, uint32_t length)
{
    uint64_t hash = length;
    for (uint32_t at = 0; at < length; at++) {
        hash ^= numbers[at] * 0x9E3779B97F4A7C15ull;
        hash = (hash << 27 | hash >> 37) * 0xD6E8FEB86659FD93ull;
    }
    return hash ^ hash >> 32;
}

static bool rehash(struct rd_states *s, struct rd_kept *kept)
{
    uint64_t capacity = kept->slot_capacity ? 2 * kept->slot_capacity : 1024;
    uint32_t *slots = malloc(capacity * sizeof *slots);
    if (!slots) {
        s->failed = true;
        return false;
    }
    memset(slots, 0xFF, capacity * sizeof *slots);
    for (uint64_t number = 0; number < kept->count; number++) {
        uint64_t at = hash_of(kept->numbers + kept->first[number], kept->length[number]) & (capacity - 1);
        while (slots[at] != RD_NOTHING)
            at = (at + 1) & (capacity - 1);
        slots[at] = (uint32_t)number;
    }
    free(kept->slots);
    kept->slots = slots;
    kept->slot_capacity = capacity;
    return true;
}

uint32_t rd_keep(struct rd_states *s, struct rd_kept *kept, const uint64_t *numbers, uint32_t length, bool *is_new)
{
    *is_new = false;
    if (4 * (kept->count + 1) > 3 * kept->slot_capacity && !rehash(s, kept))
        return 0;
    uint64_t at = hash_of(numbers, length) & (kept->slot_capacity - 1);
    for (; kept->slots[at] != RD_NOTHING; at = (at + 1) & (kept->slot_capacity - 1)) {
        uint32_t number = kept->slots[at];
        if (kept->length[number] == length &&
            !memcmp(kept->numbers + kept->first[number], numbers, length * sizeof *numbers))
            return number;
    }
    if (kept->count == kept->capacity) {
        uint64_t same = kept->capacity;
        if (!rd_grow(s, (void **)&kept->first, &kept->capacity, kept->count + 1, sizeof *kept->first) ||
            !rd_grow(s, (void **)&kept->length, &same, kept->count + 1, sizeof *kept->length))
            return 0;
    }
    if (!rd_grow(s, (void **)&kept->numbers, &kept->number_capacity, kept->number_count + length, sizeof *numbers))
        return 0;
    memcpy(kept->numbers + kept->number_count, numbers, length * sizeof *numbers);
    kept->first[kept->count] = kept->number_count;
    kept->length[kept->count] = length;
    kept->number_count += length;
    kept->slots[at] = (uint32_t)kept->count;
    *is_new = true;
    return (uint32_t)kept->count++;
}

void rd_kept_free(struct rd_kept *kept)
{
    free(kept->numbers);
    free(kept->first);
    free(kept->length);
    free(kept->slots);
}

uint64_t rd_kept_bytes(const struct rd_kept *kept)
{
    return kept->number_capacity * sizeof *kept->numbers + kept->capacity * 12 + kept->slot_capacity * 4;
}
