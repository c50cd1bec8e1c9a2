/* Which pairs of places have accesses that a run leaves unordered: one pass, no pair of places lost.
 *
 * As FastTrack (Flanagan and Freund, PLDI 2009), but for each cell and thread with an entry for every place and kind of
 * access. An entry's last access is the one that the fewest others come after: only it has to be looked at. A thread's
 * entries at a cell are kept with the latest first, so that looking stops at the first that is ordered. */
#include <stdlib.h>

#include "clocks.h"

/* Pairs of accesses beyond the pairs of places: from there on nobody counts. */
#define ENOUGH (1u << 24)

struct stretch {
    uint32_t number;
    uint64_t total; /* accesses up to the end of it */
};

struct entry {
    int32_t place, flags, event; /* the last */
    int32_t group, before, after; /* in its group's list, 0: none */
    struct stretch *stretches;
    size_t room, count;
};

/* A thread's entries at a cell. */
struct group {
    int32_t thread, first, next;
};

struct table {
    uint64_t *keys;
    int32_t *values; /* 0: free */
    size_t room, count;
};

struct pass {
    struct rd_clocks clocks;
    struct entry *entries;
    size_t entry_room, entry_count;
    struct group *groups;
    size_t group_room, group_count;
    int32_t *cells; /* first group */
    struct table entry_of, pair_of;
    struct rd_pair *pairs;
    size_t pair_room, pair_count, most;
    uint64_t beyond;
};

static uint64_t mixed(uint64_t key)
{
    key ^= key >> 31;
    key *= 0x9e3779b97f4a7c15ull;
    key ^= key >> 29;
    key *= 0xbf58476d1ce4e5b9ull;
    return key ^ key >> 32;
}

/* Where the value of the key is or will be; NULL: out of memory. */
static int32_t *found(struct table *table, uint64_t key)
{
    if (table->count * 2 >= table->room) {
        struct table larger = {.room = table->room ? table->room * 2 : 1024};
        larger.keys = rd_zeroed(larger.room, sizeof *larger.keys);
        larger.values = rd_zeroed(larger.room, sizeof *larger.values);
        if (!larger.keys || !larger.values) {
            free(larger.keys);
            free(larger.values);
            return NULL;
        }
        for (size_t i = 0; i < table->room; i++)
            if (table->values[i])
                *found(&larger, table->keys[i]) = table->values[i];
        larger.count = table->count;
        free(table->keys);
        free(table->values);
        *table = larger;
    }
    size_t at = mixed(key) & (table->room - 1);
    while (table->values[at] && table->keys[at] != key)
        at = (at + 1) & (table->room - 1);
    table->keys[at] = key;
    return &table->values[at];
}

static bool conflict(int32_t a, int32_t b)
{
    return (a | b) & RD_ACCESS_WRITES && !(a & b & RD_ACCESS_ATOMIC);
}

/* How many of its accesses are later than that stretch. */
static uint64_t later_than(const struct entry *entry, uint32_t known)
{
    size_t low = 0, high = entry->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (entry->stretches[middle].number <= known)
            low = middle + 1;
        else
            high = middle;
    }
    return entry->stretches[entry->count - 1].total - (low ? entry->stretches[low - 1].total : 0);
}

static bool paired(struct pass *pass, const struct entry *entry, const struct rd_row *row, int32_t place, uint32_t known)
{
    int32_t low = entry->place < place ? entry->place : place, high = entry->place < place ? place : entry->place;
    uint64_t count = later_than(entry, known);
    int32_t *number = found(&pass->pair_of, (uint64_t)(uint32_t)low << 32 | (uint32_t)high);
    if (!number)
        return false;
    if (!*number) {
        if (pass->pair_count >= pass->most) {
            pass->beyond += count;
            return true;
        }
        if (!rd_grown((void **)&pass->pairs, &pass->pair_room, pass->pair_count + 1, sizeof *pass->pairs))
            return false;
        pass->pairs[pass->pair_count] = (struct rd_pair){entry->place, place, entry->event, row->event, 0};
        *number = (int32_t)++pass->pair_count;
        pass->pair_of.count++;
    }
    pass->pairs[*number - 1].count += count;
    return true;
}

static bool compared(struct pass *pass, const struct rd_row *row, int32_t flags, int32_t place)
{
    if (pass->beyond > ENOUGH)
        return true;
    const uint32_t *clock = rd_clock_of(&pass->clocks, row->thread);
    for (int32_t number = pass->cells[row->object]; number; number = pass->groups[number].next) {
        const struct group *group = &pass->groups[number];
        if (group->thread == row->thread)
            continue;
        uint32_t known = clock[group->thread];
        for (int32_t at = group->first; at; at = pass->entries[at].after) {
            const struct entry *entry = &pass->entries[at];
            if (entry->stretches[entry->count - 1].number <= known)
                break;
            if (conflict(flags, entry->flags) && !paired(pass, entry, row, place, known))
                return false;
        }
    }
    return true;
}

static int32_t group_for(struct pass *pass, int32_t cell, int32_t thread)
{
    for (int32_t number = pass->cells[cell]; number; number = pass->groups[number].next)
        if (pass->groups[number].thread == thread)
            return number;
    if (!rd_grown((void **)&pass->groups, &pass->group_room, pass->group_count + 2, sizeof *pass->groups))
        return 0;
    int32_t number = (int32_t)++pass->group_count;
    pass->groups[number] = (struct group){thread, 0, pass->cells[cell]};
    pass->cells[cell] = number;
    return number;
}

static void put_first(struct pass *pass, int32_t at)
{
    struct entry *entry = &pass->entries[at];
    struct group *group = &pass->groups[entry->group];
    if (group->first == at)
        return;
    if (entry->before)
        pass->entries[entry->before].after = entry->after;
    if (entry->after)
        pass->entries[entry->after].before = entry->before;
    entry->before = 0;
    entry->after = group->first;
    if (group->first)
        pass->entries[group->first].before = at;
    group->first = at;
}

static bool entered(struct pass *pass, const struct rd_row *row, int32_t flags, int32_t place)
{
    int32_t group = group_for(pass, row->object, row->thread);
    if (!group)
        return false;
    int32_t *number = found(&pass->entry_of, (uint64_t)(uint32_t)group << 32 | (uint64_t)(uint32_t)place << 2 | (unsigned)flags);
    if (!number)
        return false;
    if (!*number) {
        if (!rd_grown((void **)&pass->entries, &pass->entry_room, pass->entry_count + 2, sizeof *pass->entries))
            return false;
        *number = (int32_t)++pass->entry_count;
        pass->entry_of.count++;
        pass->entries[*number] = (struct entry){.place = place, .flags = flags, .group = group};
    }
    struct entry *entry = &pass->entries[*number];
    uint32_t now = rd_clock_of(&pass->clocks, row->thread)[row->thread];
    uint64_t total = entry->count ? entry->stretches[entry->count - 1].total : 0;
    if (!entry->count || entry->stretches[entry->count - 1].number != now) {
        if (!rd_grown((void **)&entry->stretches, &entry->room, entry->count + 1, sizeof *entry->stretches))
            return false;
        entry->stretches[entry->count++].number = now;
    }
    entry->stretches[entry->count - 1].total = total + 1;
    entry->event = row->event;
    put_first(pass, *number);
    return true;
}

/* One event: it acquires, its accesses are compared and entered, it releases. */
static bool performed(struct pass *pass, const struct rd_row *first, const struct rd_row *past, const int32_t *places)
{
    for (const struct rd_row *row = first; row < past; row++)
        rd_clocks_acquire(&pass->clocks, row);
    for (int entering = 0; entering < 2; entering++)
        for (const struct rd_row *row = first; row < past; row++) {
            bool accesses = row->kind == RD_ROW_READ || row->kind == RD_ROW_WRITE || row->kind == RD_DO_FREE;
            if (!accesses || row->flags & RD_ACCESS_EARLY)
                continue;
            int32_t flags = row->flags & (RD_ACCESS_WRITES | RD_ACCESS_ATOMIC), place = places[row->event];
            if (!(entering ? entered : compared)(pass, row, flags, place))
                return false;
        }
    bool leaves = false;
    for (const struct rd_row *row = first; row < past; row++)
        leaves |= rd_clocks_release(&pass->clocks, row);
    if (leaves)
        rd_clock_of(&pass->clocks, first->thread)[first->thread]++;
    return !pass->clocks.failed;
}

static void over(struct pass *pass)
{
    for (size_t i = 1; i <= pass->entry_count; i++)
        free(pass->entries[i].stretches);
    void *all[] = {pass->entries,         pass->groups,           pass->cells,         pass->entry_of.keys,
                   pass->entry_of.values, pass->pair_of.keys,     pass->pair_of.values};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    rd_clocks_end(&pass->clocks);
}

/* `places`: by event. At most `most` pairs of places. The pairs are the caller's to free. False: out of memory. */
RD_EXPORT bool rd_happens_before(const struct rd_run *run, const int32_t *places, uint64_t most, struct rd_pairs *out)
{
    struct pass pass = {.most = most};
    pass.cells = rd_zeroed(run->cell_count, sizeof *pass.cells);
    bool well = rd_clocks_begin(&pass.clocks, run) && pass.cells;
    for (uint64_t at = 0, past; well && at < run->row_count; at = past) {
        past = rd_past_event(run, at);
        well = performed(&pass, rd_rows(run) + at, rd_rows(run) + past, places);
    }
    *out = (struct rd_pairs){(uint64_t)pass.pairs, pass.pair_count, pass.beyond};
    if (!well) {
        free(pass.pairs);
        *out = (struct rd_pairs){0};
    }
    over(&pass);
    return well;
}
