/* What instrumented code calls. Each hook is a few instructions; hooks.h says what each must do.
 *
 * page->limit is compared first: at or above it the scheduler is asked. The value is taken after that, since another thread may
 * have run. New chunks are taken behind a value, so that there is always room for the next one. */
#include "runtime.h"

extern const char __start_raddle_sites[] __attribute__((weak, visibility("hidden")));

#define HOT __attribute__((hot))
#define COLD __attribute__((cold, noinline))

static COLD void ask_scheduler(const volatile void *address, uint64_t extra)
{
    struct rd_thread *thread = rd_self;
    thread->pending = (struct rd_pending){.kind = RD_ACCESS, .object = rd_address(address), .extra = extra};
    rd_schedule(thread);
}

static COLD void note_access(const volatile void *address, uint64_t extra, uint64_t value)
{
    rd_note_step(rd_self, RD_ACCESS ^ extra * RD_EXTRA_FACTOR, rd_address(address), value);
}

static COLD void take_value_chunk(struct rd_thread_page *page)
{
    rd_more_values(page);
}

static COLD void take_block_chunk(struct rd_thread_page *page)
{
    rd_more_blocks(page);
}

static inline void check(struct rd_thread_page *page, uint64_t covered)
{
    page->check = (page->check ^ covered) * RD_CHECK_FACTOR;
}

/* the scheduling point of a memory access, and its number */
static inline void access_point(struct rd_thread_page *page, const volatile void *address, uint64_t extra)
{
    if (RD_UNLIKELY(page->count >= page->limit)) {
        ask_scheduler(address, extra);
        note_access(address, extra, page->count); /* what is there is not looked at: never a repetition */
    }
}

static inline void moved_on(struct rd_thread_page *page, uint64_t next)
{
    page->value_next = next;
    if (RD_UNLIKELY(next > page->value_end))
        take_value_chunk(page);
}

/* ---- control flow */

static inline void block_record(rd_site site)
{
    struct rd_thread_page *page = rd_page;
    if (RD_UNLIKELY(!page))
        return;
    struct rd_block_record *record = (struct rd_block_record *)page->block_next;
    record->site = (uint32_t)(site - __start_raddle_sites);
    record->check = (uint32_t)(page->check >> 32);
    page->block_next = rd_address(record + 1);
    if (RD_UNLIKELY(page->block_next > page->block_end))
        take_block_chunk(page);
}

HOT void __raddle_block(rd_site label)
{
    block_record(label);
}

HOT void __raddle_return(rd_site call)
{
    block_record(call);
}

HOT void __raddle_value(uint64_t value)
{
    struct rd_thread_page *page = rd_page;
    if (RD_UNLIKELY(!page))
        return;
    uint64_t *next = (uint64_t *)page->value_next;
    memcpy(next, &value, sizeof value);
    moved_on(page, rd_address(next) + sizeof value);
}

static COLD void begin_large_slot(void *address, uint64_t n)
{
    memset(address, 0, n);
    __raddle_value(rd_address(address));
}

/* What is left on the stack differs between a run and its replay: this runtime was there, and took other ways. */
HOT void __raddle_slot(void *address, uint64_t n)
{
    if (RD_UNLIKELY(!rd_page))
        return;
    switch (n) {
    case 1:
        memset(address, 0, 1);
        break;
    case 4:
        memset(address, 0, 4);
        break;
    case 8:
        memset(address, 0, 8);
        break;
    case 16:
        memset(address, 0, 16);
        break;
    case 24:
        memset(address, 0, 24);
        break;
    default:
        begin_large_slot(address, n);
        return;
    }
    __raddle_value(rd_address(address));
}

/* ---- memory */

/* Where the scheduler must be asked the whole hook is left to a cold function, so that the hot one saves no registers. */
#define RD_MEMORY_HOOKS(size, type) \
    static inline void log_value##size(struct rd_thread_page *page, const void *p) \
    { \
        uint64_t next = page->value_next; \
        memcpy((void *)next, p, size); \
        check(page, rd_address(p)); \
        page->count++; \
        moved_on(page, next + size); \
    } \
    static inline void log_store##size(struct rd_thread_page *page, void *p, uint64_t value) \
    { \
        check(page, rd_address(p)); \
        check(page, (type)value); \
        page->count++; \
    } \
    static COLD void load##size##_when_scheduled(const void *p) \
    { \
        rd_take_signals_at_load(); \
        ask_scheduler(p, size); \
        log_value##size(rd_page, p); \
        note_access(p, size, *(const type *)p); \
    } \
    static COLD void rmw##size##_when_scheduled(const void *p) \
    { \
        ask_scheduler(p, size | RD_WRITES); \
        log_value##size(rd_page, p); \
        note_access(p, size, *(const type *)p); \
    } \
    static COLD void store##size##_when_scheduled(void *p, uint64_t value) \
    { \
        ask_scheduler(p, size | RD_WRITES); \
        log_store##size(rd_page, p, value); \
        note_access(p, size | RD_WRITES, (type)value); \
    } \
    HOT void __raddle_load##size(const void *p) \
    { \
        struct rd_thread_page *page = rd_page; \
        if (RD_UNLIKELY(!page)) \
            return; \
        if (RD_UNLIKELY(page->count >= page->limit)) \
            load##size##_when_scheduled(p); \
        else \
            log_value##size(page, p); \
    } \
    HOT void __raddle_rmw##size(void *p) \
    { \
        struct rd_thread_page *page = rd_page; \
        if (RD_UNLIKELY(!page)) \
            return; \
        if (RD_UNLIKELY(page->count >= page->limit)) \
            rmw##size##_when_scheduled(p); \
        else \
            log_value##size(page, p); \
    } \
    HOT void __raddle_store##size(void *p, uint64_t value) \
    { \
        struct rd_thread_page *page = rd_page; \
        if (RD_UNLIKELY(!page)) \
            return; \
        if (RD_UNLIKELY(page->count >= page->limit)) \
            store##size##_when_scheduled(p, value); \
        else \
            log_store##size(page, p, value); \
    }

RD_MEMORY_HOOKS(1, uint8_t)
RD_MEMORY_HOOKS(2, uint16_t)
RD_MEMORY_HOOKS(4, uint32_t)
RD_MEMORY_HOOKS(8, uint64_t)

void __raddle_load_bytes(const void *p, uint64_t n)
{
    struct rd_thread_page *page = rd_page;
    if (!page)
        return;
    access_point(page, p, n);
    check(page, rd_address(p));
    rd_log_bytes(page, p, n);
    page->count++;
}

void __raddle_rmw_bytes(void *p, uint64_t n)
{
    struct rd_thread_page *page = rd_page;
    if (!page)
        return;
    access_point(page, p, n | RD_WRITES);
    check(page, rd_address(p));
    rd_log_bytes(page, p, n);
    page->count++;
}

void __raddle_store_bytes(void *p, uint64_t n)
{
    struct rd_thread_page *page = rd_page;
    if (!page)
        return;
    access_point(page, p, n | RD_WRITES);
    check(page, rd_address(p));
    page->count++;
}

void __raddle_stored_bytes(void *p, uint64_t n)
{
    if (rd_page)
        rd_log_bytes(rd_page, p, n);
}

void __raddle_copy(void *to, const void *from, uint64_t n)
{
    struct rd_thread_page *page = rd_page;
    if (!page || !n)
        return;
    access_point(page, from, n);
    check(page, rd_address(from));
    check(page, rd_address(to));
    check(page, n);
    rd_log_bytes(page, from, n);
    page->count += 2;
}

/* Whether there is memory all along: where there is none the run ends here, before anybody is told of a length that
 * nothing else bounds. */
static void touch_pages(const volatile char *at, uint64_t n)
{
    for (uint64_t page = RD_PAGE; page < n; page += RD_PAGE)
        (void)at[page];
}

void __raddle_fill(void *to, uint64_t byte, uint64_t n)
{
    struct rd_thread_page *page = rd_page;
    if (!page || !n)
        return;
    access_point(page, to, n | RD_WRITES);
    touch_pages(to, n);
    check(page, rd_address(to));
    check(page, byte);
    check(page, n);
    page->count++;
}

void __raddle_fence(void)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return;
    rd_visible(thread, RD_FENCE, 0, 0);
    rd_perform(thread, RD_FENCE, 0, 0, 0, 0, 0);
}
