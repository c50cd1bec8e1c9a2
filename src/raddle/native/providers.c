/* Which file defines a function that the program calls: all files that are loaded, with their memory, and the entries of the
 * executable's procedure linkage table that stand for functions of libraries (-no-pie: their address is the function's). */
#include "runtime.h"

#include <dlfcn.h>
#include <link.h>

#define MOST_FILES 1024

static unsigned long long seen; /* files that had been loaded by the last time */

struct listing {
    struct rd_object_file *objects;
    char *paths;
    uint64_t count, bytes; /* so far, or of a first count, in all */
    unsigned long long loaded;
};

static int list_file(struct dl_phdr_info *info, size_t size, void *into)
{
    struct listing *listing = into;
    (void)size;
    uint64_t begin = RD_FOREVER, end = 0, length = strlen(info->dlpi_name);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD)
            continue;
        uint64_t from = info->dlpi_addr + part->p_vaddr;
        begin = from < begin ? from : begin;
        end = from + part->p_memsz > end ? from + part->p_memsz : end;
    }
    listing->loaded = info->dlpi_adds;
    if (begin >= end || listing->count == MOST_FILES)
        return 0;
    if (listing->objects) {
        listing->objects[listing->count] = (struct rd_object_file){begin, end, length};
        memcpy(listing->paths + listing->bytes, info->dlpi_name, length);
    }
    listing->count++;
    listing->bytes += length;
    return 0;
}

/* ---- the executable's own symbols */

struct symbols {
    const ElfW(Sym) *table;
    const char *names;
    const uint32_t *hash, *gnu_hash;
};

static int find_symbols(struct dl_phdr_info *info, size_t size, void *into)
{
    struct symbols *found = into;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        for (const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr); entry->d_tag; entry++)
            switch (entry->d_tag) {
            case DT_SYMTAB: found->table = (const ElfW(Sym) *)entry->d_un.d_ptr; break;
            case DT_STRTAB: found->names = (const char *)entry->d_un.d_ptr; break;
            case DT_HASH: found->hash = (const uint32_t *)entry->d_un.d_ptr; break;
            case DT_GNU_HASH: found->gnu_hash = (const uint32_t *)entry->d_un.d_ptr; break;
            default: break;
            }
    }
    return 1; /* the executable comes first */
}

/* how many symbols the table has */
static uint32_t symbol_count(const struct symbols *symbols)
{
    if (symbols->hash)
        return symbols->hash[1];
    if (!symbols->gnu_hash)
        return 0;
    uint32_t bucket_count = symbols->gnu_hash[0], first = symbols->gnu_hash[1], blooms = symbols->gnu_hash[2], last = first;
    const uint32_t *buckets = symbols->gnu_hash + 4 + 2 * blooms, *chain = buckets + bucket_count;
    for (uint32_t i = 0; i < bucket_count; i++)
        last = buckets[i] > last ? buckets[i] : last;
    while (last > first && !(chain[last - first] & 1))
        last++;
    return last + 1;
}

static bool is_stand_in(const ElfW(Sym) *symbol)
{
    return symbol->st_shndx == SHN_UNDEF && symbol->st_value && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC;
}

/* into `found`, if it is not NULL; how many there are */
static uint64_t stand_ins(const struct symbols *symbols, struct rd_stand_in *found)
{
    uint64_t count = 0;
    uint32_t all = symbols->table && symbols->names ? symbol_count(symbols) : 0;
    for (uint32_t i = 1; i < all; i++)
        if (is_stand_in(&symbols->table[i])) {
            if (found)
                found[count] = (struct rd_stand_in){symbols->table[i].st_value,
                                                    rd_address(dlsym(RTLD_NEXT, symbols->names + symbols->table[i].st_name))};
            count++;
        }
    return count;
}

void rd_note_files(void)
{
    struct listing all = {0};
    struct symbols symbols = {0};
    dl_iterate_phdr(list_file, &all);
    if (all.loaded == seen)
        return;
    if (!seen)
        dl_iterate_phdr(find_symbols, &symbols);
    seen = all.loaded;
    uint64_t count = stand_ins(&symbols, NULL);
    uint64_t size = sizeof(struct rd_objects) + all.count * sizeof(struct rd_object_file) + count * sizeof(struct rd_stand_in) + all.bytes;
    struct rd_objects *record = rd_open_objects(size);
    struct listing listing = {.objects = (struct rd_object_file *)(record + 1)};
    struct rd_stand_in *found = (struct rd_stand_in *)(listing.objects + all.count);
    listing.paths = (char *)(found + count);
    *record = (struct rd_objects){all.count, count};
    dl_iterate_phdr(list_file, &listing);
    stand_ins(&symbols, found);
    rd_close_objects(record, size);
}
