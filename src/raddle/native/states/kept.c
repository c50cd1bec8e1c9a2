/* Arrays of numbers, each kept once and found again by comparing all of it: no state is taken for another one. A state is a
 * tree: what differs in a few pieces shares all other groups of pieces. */
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

uint64_t rd_tree_size(uint32_t pieces)
{
    uint64_t size = pieces;
    for (uint64_t count = pieces; count > RD_PARTS_A_GROUP; size += count)
        count = (count + RD_PARTS_A_GROUP - 1) / RD_PARTS_A_GROUP;
    return size;
}

static uint32_t keep_numbers(struct rd_states *s, struct rd_kept *kept, const uint32_t *numbers, uint32_t count, bool *is_new)
{
    uint64_t key[RD_PARTS_A_GROUP / 2] = {0};
    for (uint32_t at = 0; at < count; at++)
        key[at / 2] |= (uint64_t)numbers[at] << 32 * (at & 1);
    return rd_keep(s, kept, key, (count + 1) / 2, is_new);
}

static uint32_t group_length(uint32_t count, uint32_t group)
{
    uint32_t left = count - group * RD_PARTS_A_GROUP;
    return left < RD_PARTS_A_GROUP ? left : RD_PARTS_A_GROUP;
}

uint32_t rd_keep_state(struct rd_states *s, bool *is_new)
{
    uint32_t *level = s->tree, count = s->pieces;
    uint8_t changed[s->pieces];
    for (uint32_t piece = 0; piece < count; piece++) {
        const uint64_t *now = s->now + s->piece_first[piece];
        uint32_t length = s->piece_length[piece];
        changed[piece] = !s->has_tree || memcmp(s->parts.numbers + s->parts.first[level[piece]], now, length * sizeof *now);
        if (changed[piece])
            level[piece] = rd_keep(s, &s->parts, now, length, is_new);
    }
    while (count > RD_PARTS_A_GROUP) {
        uint32_t *above = level + count, groups = (count + RD_PARTS_A_GROUP - 1) / RD_PARTS_A_GROUP;
        for (uint32_t group = 0; group < groups; group++) {
            uint32_t first = group * RD_PARTS_A_GROUP, length = group_length(count, group);
            bool any = false;
            for (uint32_t at = first; at < first + length; at++)
                any |= changed[at];
            if (any)
                above[group] = keep_numbers(s, &s->parts, level + first, length, is_new);
            changed[group] = any;
        }
        level = above;
        count = groups;
    }
    s->has_tree = !s->failed;
    return keep_numbers(s, &s->states, level, count, is_new);
}

static void numbers_of(const struct rd_kept *kept, uint32_t number, uint32_t *out, uint32_t count)
{
    const uint64_t *key = kept->numbers + kept->first[number];
    for (uint32_t at = 0; at < count; at++)
        out[at] = (uint32_t)(key[at / 2] >> 32 * (at & 1));
}

void rd_restore_state(struct rd_states *s, uint32_t state)
{
    uint32_t counts[16], levels = 1;
    counts[0] = s->pieces;
    for (; counts[levels - 1] > RD_PARTS_A_GROUP; levels++)
        counts[levels] = (counts[levels - 1] + RD_PARTS_A_GROUP - 1) / RD_PARTS_A_GROUP;
    uint32_t *level = s->tree + rd_tree_size(s->pieces) - counts[levels - 1];
    numbers_of(&s->states, state, level, counts[levels - 1]);
    for (uint32_t at = levels - 1; at > 0; at--) {
        uint32_t *below = level - counts[at - 1];
        for (uint32_t group = 0; group < counts[at]; group++)
            numbers_of(&s->parts, level[group], below + group * RD_PARTS_A_GROUP, group_length(counts[at - 1], group));
        level = below;
    }
    s->has_tree = true;
    for (uint32_t piece = 0; piece < s->pieces; piece++)
        memcpy(s->now + s->piece_first[piece], s->parts.numbers + s->parts.first[level[piece]],
               s->piece_length[piece] * sizeof *s->now);
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
