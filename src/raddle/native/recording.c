/* Writes the recording: chunks appended to the file, mapped shared, filled in place. trace_format.h says what stands where.
 * A stream's first chunks grow; the one of full size stays mapped, and is copied behind the others whenever it is full: writing
 * a page to a file is three times cheaper than mapping it there for the first time.
 * The file is opened for each chunk and closed again, so that the program never meets a descriptor of ours. */
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#define FIRST_CHUNK (16 << 10) /* the first of a stream; each next one is four times as large, up to: */
#define LARGEST_CHUNK (256 << 10)
#define FILLED_AT_ONCE (256 << 10) /* chunks of this size get all their pages at once: cheaper than one by one */
#define VALUE_SLACK 16

struct rd_file_header *rd_file;
static uint32_t sync_sequence;
static uint64_t sync_end; /* a record must end before this address */
static uint32_t file_lock; /* threads outside may still want a block chunk */

static void cannot(const char *what)
{
    RD_SAY("cannot ", what, " the recording ", rd_control.recording);
    rd_end_run(RD_OUTCOME_RUNNING);
}

static bool failed(long result)
{
    return result < 0 && result > -RD_PAGE;
}

static void end_if_full(long result)
{
    if (result != -ENOSPC && result != -EDQUOT && result != -EFBIG)
        return;
    RD_SAY("no space is left for the recording: the run ends here");
    rd_end_run(RD_OUTCOME_LIMIT);
}

/* Space is reserved, not only promised: a write to a mapped page that finds the disk full would kill the program. A page more
 * than is needed, for what is written behind the last chunk when the run is over. */
static void extend_file(long file, uint64_t offset, uint64_t size)
{
    long result;
    do
        result = RD_SYSCALL4(SYS_fallocate, file, 0, offset, size + RD_PAGE);
    while (result == -EINTR);
    if (result == -EOPNOTSUPP || result == -ENOSYS)
        result = RD_SYSCALL2(SYS_ftruncate, file, offset + size + RD_PAGE);
    end_if_full(result);
    if (failed(result))
        cannot("extend");
}

static long open_file(void)
{
    long file = RD_SYSCALL3(SYS_open, rd_control.recording, O_RDWR | O_CLOEXEC, 0);
    if (failed(file))
        cannot("open");
    return file;
}

static void *map_file(uint64_t offset, uint64_t size, bool extend, bool fill)
{
    long file = open_file();
    if (extend)
        extend_file(file, offset, size);
    static uint64_t place = 0x0a0000000000;
    long mapped = RD_SYSCALL6(SYS_mmap, place, size, PROT_READ | PROT_WRITE, MAP_SHARED | (fill ? MAP_POPULATE : 0), file, offset);
    if (failed(mapped))
        cannot("map");
    place += size;
    RD_SYSCALL1(SYS_close, file);
    return (void *)mapped;
}

/* where the next chunk will begin; the caller unlocks */
static uint64_t lock_end(uint64_t size)
{
    while (__atomic_exchange_n(&file_lock, 1, __ATOMIC_ACQUIRE))
        RD_SYSCALL0(SYS_sched_yield);
    uint64_t offset = rd_file->end;
    if (rd_control.bytes && offset + size > rd_control.bytes) {
        RD_SAY("the recording has grown to what it was allowed: the run ends here");
        rd_end_run(RD_OUTCOME_LIMIT);
    }
    return offset;
}

static void unlock_end(uint64_t end)
{
    __atomic_store_n(&rd_file->end, end, __ATOMIC_RELEASE);
    __atomic_store_n(&file_lock, 0, __ATOMIC_RELEASE);
}

static struct rd_chunk_header *open_chunk(uint32_t kind, uint32_t thread, uint32_t sequence, uint64_t size, uint64_t *offset)
{
    *offset = lock_end(size);
    struct rd_chunk_header *chunk = map_file(*offset, size, true, size >= FILLED_AT_ONCE);
    *chunk = (struct rd_chunk_header){.magic = RD_CHUNK_MAGIC, .kind = kind, .thread = thread, .sequence = sequence,
                                      .size = size, .used = RD_OPEN};
    unlock_end(*offset + size);
    return chunk;
}

static void close_chunk(uint64_t base, uint64_t next)
{
    struct rd_chunk_header *chunk = (struct rd_chunk_header *)base;
    uint64_t size = chunk->size;
    chunk->used = next - base - sizeof *chunk;
    RD_SYSCALL2(SYS_munmap, base, size);
}

/* Copies a chunk of full size to the end of the file and empties it: it becomes chunk `sequence` of its stream. A kill may come
 * between any two of these steps: until `end` is moved the copy does not count, and as long as the chunk has the number of its
 * copy it does not count itself. */
static void write_out(uint64_t base, uint64_t *next, uint32_t sequence)
{
    struct rd_chunk_header *chunk = (struct rd_chunk_header *)base;
    uint64_t size = chunk->size;
    chunk->used = *next - base - sizeof *chunk;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    uint64_t offset = lock_end(size);
    long file = open_file();
    for (uint64_t done = 0; done < size;) {
        long written = RD_SYSCALL4(SYS_pwrite64, file, base + done, size - done, offset + done);
        end_if_full(written);
        if (written != -EINTR && written <= 0)
            cannot("extend");
        done += written > 0 ? (uint64_t)written : 0;
    }
    end_if_full(RD_SYSCALL4(SYS_pwrite64, file, "", 1, offset + size)); /* the page behind the last chunk */
    RD_SYSCALL1(SYS_close, file);
    unlock_end(offset + size);
    __atomic_store_n(next, base + sizeof *chunk, __ATOMIC_RELEASE);
    __atomic_store_n(&chunk->used, RD_OPEN, __ATOMIC_RELEASE);
    __atomic_store_n(&chunk->sequence, sequence, __ATOMIC_RELEASE);
}

static uint64_t chunk_size(uint32_t sequence)
{
    uint64_t size = sequence < 8 ? (uint64_t)FIRST_CHUNK << 2 * sequence : LARGEST_CHUNK;
    return size < LARGEST_CHUNK ? size : LARGEST_CHUNK;
}

static bool is_full_size(uint64_t base)
{
    return base && ((struct rd_chunk_header *)base)->size == LARGEST_CHUNK;
}

/* While a stream has no chunk a signal handler must not write to it. */
static struct rd_thread_page *hide_page(void)
{
    struct rd_thread_page *page = rd_page;
    rd_page = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return page;
}

static void show_page(struct rd_thread_page *page)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    rd_page = page;
}

/* Last of all: until then a reader takes the closed chunk at its word, and the new one for empty. */
static void turn_to(uint64_t *current, uint64_t offset)
{
    __atomic_store_n(current, offset, __ATOMIC_RELEASE);
}

/* ---- the process's stream of synchronisation */

static void more_sync(void)
{
    struct rd_thread_page *page = hide_page();
    uint64_t old_base = rd_file->sync_base, old_next = rd_file->sync_next, offset;
    if (is_full_size(old_base)) {
        write_out(old_base, &rd_file->sync_next, sync_sequence++);
    } else {
        uint64_t size = chunk_size(sync_sequence);
        struct rd_chunk_header *chunk = open_chunk(RD_CHUNK_SYNC, RD_NO_THREAD, sync_sequence++, size, &offset);
        if (old_base)
            close_chunk(old_base, old_next);
        rd_file->sync_base = rd_address(chunk);
        rd_file->sync_next = rd_address(chunk + 1);
        sync_end = rd_address(chunk) + size;
        turn_to(&rd_file->sync_chunk, offset);
    }
    show_page(page);
}

void rd_record(const struct rd_sync_record *record)
{
    uint64_t next = rd_file->sync_next;
    if (RD_UNLIKELY(next + sizeof *record > sync_end)) {
        more_sync();
        next = rd_file->sync_next;
    }
    *(struct rd_sync_record *)next = *record;
    __atomic_store_n(&rd_file->sync_next, next + sizeof *record, __ATOMIC_RELEASE);
}

void rd_set_outcome(uint64_t outcome)
{
    if (rd_file)
        rd_file->outcome = outcome;
}

/* ---- a thread's streams */

static void open_values(struct rd_thread *thread)
{
    struct rd_thread_page *page = thread->page;
    uint64_t size = chunk_size(thread->value_sequence);
    uint64_t offset;
    struct rd_chunk_header *chunk =
        open_chunk(RD_CHUNK_VALUES, thread->index, thread->value_sequence++, size, &offset);
    page->value_base = rd_address(chunk);
    page->value_next = rd_address(chunk + 1);
    page->value_end = rd_address(chunk) + size - VALUE_SLACK;
    turn_to(&page->value_chunk, offset);
}

static void open_blocks(struct rd_thread *thread)
{
    struct rd_thread_page *page = thread->page;
    uint64_t size = chunk_size(thread->block_sequence);
    uint64_t offset;
    struct rd_chunk_header *chunk =
        open_chunk(RD_CHUNK_BLOCKS, thread->index, thread->block_sequence++, size, &offset);
    page->block_base = rd_address(chunk);
    page->block_next = rd_address(chunk + 1);
    page->block_end = rd_address(chunk) + size - sizeof(struct rd_block_record);
    turn_to(&page->block_chunk, offset);
}

/* the page is the calling thread's own */
void rd_more_values(struct rd_thread_page *page)
{
    struct rd_thread_page *shown = hide_page();
    if (is_full_size(page->value_base)) {
        write_out(page->value_base, &page->value_next, rd_self->value_sequence++);
    } else {
        close_chunk(page->value_base, page->value_next);
        open_values(rd_self);
    }
    show_page(shown);
}

void rd_more_blocks(struct rd_thread_page *page)
{
    struct rd_thread_page *shown = hide_page();
    rd_self->closed_blocks = rd_blocks_written(rd_self);
    if (is_full_size(page->block_base)) {
        write_out(page->block_base, &page->block_next, rd_self->block_sequence++);
    } else {
        close_chunk(page->block_base, page->block_next);
        open_blocks(rd_self);
    }
    show_page(shown);
}

void rd_log_bytes(struct rd_thread_page *page, const void *bytes, uint64_t size)
{
    const char *from = bytes;
    while (size) {
        uint64_t room = page->value_end + VALUE_SLACK - page->value_next;
        uint64_t part = size < room ? size : room;
        memcpy((void *)page->value_next, from, part);
        page->value_next += part;
        from += part;
        size -= part;
        if (page->value_next > page->value_end)
            rd_more_values(page);
    }
}

void rd_make_page(struct rd_thread *thread)
{
    uint64_t offset;
    struct rd_chunk_header *chunk = open_chunk(RD_CHUNK_THREAD, thread->index, 0, RD_PAGE, &offset);
    thread->page = (struct rd_thread_page *)(chunk + 1);
    chunk->used = sizeof *thread->page;
    open_values(thread);
    open_blocks(thread);
    rd_file->threads = thread->index + 1;
}

void rd_close_streams(struct rd_thread *thread)
{
    close_chunk(thread->page->value_base, thread->page->value_next);
    close_chunk(thread->page->block_base, thread->page->block_next);
}

/* ---- the rest */

static void perform_bytes(struct rd_thread *thread, uint8_t kind, const void *bytes, uint64_t size)
{
    if (!size)
        return;
    rd_log_bytes(thread->page, bytes, size);
    rd_perform(thread, kind, 0, 0, rd_address(bytes), size, 0);
}

void rd_perform_read(struct rd_thread *thread, const void *bytes, uint64_t size)
{
    perform_bytes(thread, RD_READ, bytes, size);
}

void rd_perform_write(struct rd_thread *thread, const void *bytes, uint64_t size)
{
    perform_bytes(thread, RD_WRITE, bytes, size);
}

void rd_write_module(const struct rd_module *module, uint32_t site_base, const char *file)
{
    uint64_t offset;
    uint64_t length = strlen(file);
    uint64_t used = sizeof(struct rd_module_record) + module->address_count * sizeof(uint64_t) + length;
    uint64_t size = (sizeof(struct rd_chunk_header) + used + RD_PAGE - 1) & ~(RD_PAGE - 1ull);
    struct rd_chunk_header *chunk = open_chunk(RD_CHUNK_MODULE, RD_NO_THREAD, 0, size, &offset);
    struct rd_module_record *record = (struct rd_module_record *)(chunk + 1);
    record->site_base = site_base;
    record->sites = (uint32_t)module->site_count;
    record->addresses = module->address_count;
    memcpy(record->hash, module->hash, sizeof record->hash);
    uint64_t *addresses = (uint64_t *)(record + 1);
    for (uint64_t i = 0; i < module->address_count; i++)
        addresses[i] = rd_address(module->addresses[i]);
    memcpy(addresses + module->address_count, file, length);
    close_chunk(rd_address(chunk), rd_address(chunk + 1) + used);
}

static void write_bytes(uint32_t kind, const char *bytes, uint64_t length)
{
    uint64_t offset;
    uint64_t size = (sizeof(struct rd_chunk_header) + length + RD_PAGE - 1) & ~(RD_PAGE - 1ull);
    struct rd_chunk_header *chunk = open_chunk(kind, RD_NO_THREAD, 0, size, &offset);
    memcpy(chunk + 1, bytes, length);
    close_chunk(rd_address(chunk), rd_address(chunk + 1) + length);
}

void rd_write_last_words(const char *words, uint64_t length)
{
    write_bytes(RD_CHUNK_LAST_WORDS, words, length);
}

void rd_write_stranger(const char *words, uint64_t length)
{
    write_bytes(RD_CHUNK_STRANGER, words, length);
}

struct rd_objects *rd_open_objects(uint64_t size)
{
    uint64_t offset;
    uint64_t room = (sizeof(struct rd_chunk_header) + size + RD_PAGE - 1) & ~(RD_PAGE - 1ull);
    struct rd_chunk_header *chunk = open_chunk(RD_CHUNK_OBJECTS, RD_NO_THREAD, 0, room, &offset);
    return (struct rd_objects *)(chunk + 1);
}

void rd_close_objects(struct rd_objects *objects, uint64_t size)
{
    close_chunk(rd_address(objects) - sizeof(struct rd_chunk_header), rd_address(objects) + size);
}

void rd_open_recording(void)
{
    rd_file = map_file(0, RD_PAGE, false, false);
    if (rd_file->magic != RD_MAGIC || rd_file->version != RD_VERSION)
        cannot("understand");
    rd_file->sync_base = 0; /* of a run before */
    more_sync();
}
