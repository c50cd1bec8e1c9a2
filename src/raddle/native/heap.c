/* The heap. Each thread allocates from its own arena at fixed addresses, and freed memory is not used again, so that the n-th
 * allocation of a thread has the same address under every schedule.
 *
 * What the program itself allocates is a visible event. What libraries allocate on its behalf (the caller's address tells) comes
 * from an arena of its own and is not recorded. Threads that are not registered share one arena. */
#include "runtime.h"

#include <sys/mman.h>

#define ALIGNMENT 16
#define LARGE (64 << 10) /* freed blocks of this size give their pages back */
#define LIVE_MARK 0x6b636f6c622e6472
#define FREED_MARK 0x64656572662e6472
#define LOWEST_ADDRESS 0x0fc000000000
#define SHARED_ARENA_SIZE 0x010000000000

struct header {
    uint64_t size;
    uint64_t mark;
};

static char bootstrap[256 << 10] __attribute__((aligned(ALIGNMENT))); /* until start.c has run */
static uint64_t bootstrap_used;
static struct rd_arena shared_arena = {.base = LOWEST_ADDRESS, .next = LOWEST_ADDRESS, .mapped = LOWEST_ADDRESS,
                                       .end = LOWEST_ADDRESS + SHARED_ARENA_SIZE};
static uint32_t shared_lock;

static bool is_bootstrap(const void *pointer)
{
    return (const char *)pointer >= bootstrap && (const char *)pointer < bootstrap + sizeof bootstrap;
}

/* an address from which a header may be read */
static bool is_ours(const void *pointer)
{
    return rd_address(pointer) > LOWEST_ADDRESS && rd_address(pointer) < RD_END_OF_FIXED_MEMORY;
}

static struct header *header_of(const void *pointer)
{
    return (struct header *)((uintptr_t)pointer - sizeof(struct header));
}

/* ---- taking memory */

static void *carve(struct rd_arena *arena, uint64_t size, uint64_t alignment)
{
    uint64_t address = (arena->next + sizeof(struct header) + alignment - 1) & ~(alignment - 1);
    uint64_t end = (address + size + ALIGNMENT - 1) & ~(ALIGNMENT - 1ull);
    if (end < address || !rd_grow(arena, end))
        return NULL;
    arena->next = end;
    *header_of((void *)address) = (struct header){size, LIVE_MARK};
    return (void *)address;
}

/* a full arena goes on in an overflow slot */
static void *carve_or_overflow(struct rd_thread *thread, struct rd_arena *arena, uint64_t size, uint64_t alignment)
{
    void *found = carve(arena, size, alignment);
    if (found || size > 0x80000000)
        return found;
    struct rd_slot slot = rd_take_slot(thread->page->path, ++arena->overflow);
    if (!slot.size)
        return NULL;
    uint64_t overflow = arena->overflow;
    *arena = (struct rd_arena){.base = slot.base, .next = slot.base, .mapped = slot.base, .end = slot.base + slot.size,
                               .overflow = overflow};
    return carve(arena, size, alignment);
}

static void *carve_shared(uint64_t size, uint64_t alignment)
{
    while (__atomic_exchange_n(&shared_lock, 1, __ATOMIC_ACQUIRE))
        RD_SYSCALL0(SYS_sched_yield);
    void *found = carve(&shared_arena, size, alignment);
    __atomic_store_n(&shared_lock, 0, __ATOMIC_RELEASE);
    return found;
}

static void *carve_bootstrap(uint64_t size, uint64_t alignment)
{
    uint64_t at = (rd_address(bootstrap) + bootstrap_used + sizeof(struct header) + alignment - 1) & ~(alignment - 1);
    if (at + size > rd_address(bootstrap) + sizeof bootstrap)
        return NULL;
    bootstrap_used = at + size - rd_address(bootstrap);
    *header_of((void *)at) = (struct header){size, LIVE_MARK};
    return (void *)at;
}

/* memory that is not recorded */
static void *allocate_silently(uint64_t size, uint64_t alignment)
{
    if (rd_mode == RD_MODE_UNDECIDED)
        return carve_bootstrap(size, alignment);
    if (rd_mode == RD_MODE_OFF)
        return alignment > ALIGNMENT ? rd_real.memalign(alignment, size) : rd_real.malloc(size);
    return rd_self ? carve_or_overflow(rd_self, &rd_self->library_heap, size, alignment) : carve_shared(size, alignment);
}

/* the calling thread where the program's own code calls and holds the baton */
static struct rd_thread *enter_for(const void *caller)
{
    return rd_page && rd_is_in_program(caller) ? rd_enter() : NULL;
}

void *rd_allocate(uint64_t size, uint64_t alignment, int how, const void *caller)
{
    struct rd_thread *thread = enter_for(caller);
    void *found;
    if (thread) {
        rd_visible(thread, RD_ALLOC, 0, size);
        found = carve_or_overflow(thread, &thread->program_heap, size, alignment);
        rd_perform(thread, RD_ALLOC, found ? 0 : RD_FLAG_FAILED, how, rd_address(found), size, alignment);
    } else {
        found = allocate_silently(size, alignment);
        if (found && how == RD_HEAP_CALLOC && rd_mode == RD_MODE_OFF)
            memset(found, 0, size);
    }
    if (!found)
        errno = ENOMEM;
    return found;
}

/* ---- giving it back */

static const char *what_is_wrong(const void *pointer)
{
    if (!is_ours(pointer) || rd_address(pointer) % ALIGNMENT)
        return "free(): invalid pointer";
    uint64_t mark = header_of(pointer)->mark;
    return mark == LIVE_MARK ? NULL : mark == FREED_MARK ? "free(): double free detected in tcache 2" : "free(): invalid pointer";
}

static void release(void *pointer)
{
    struct header *header = header_of(pointer);
    header->mark = FREED_MARK;
    if (header->size < LARGE)
        return;
    uint64_t first = (rd_address(pointer) + RD_PAGE - 1) & ~(RD_PAGE - 1ull);
    uint64_t end = (rd_address(pointer) + header->size) & ~(RD_PAGE - 1ull);
    if (end > first)
        RD_SYSCALL3(SYS_madvise, first, end - first, MADV_DONTNEED);
}

/* performs RD_FREE; the scheduling point is past */
static void perform_free(struct rd_thread *thread, void *pointer)
{
    const char *wrong = what_is_wrong(pointer);
    uint64_t size = wrong ? 0 : header_of(pointer)->size;
    rd_perform(thread, RD_FREE, wrong ? RD_FLAG_MISUSE : 0, 0, rd_address(pointer), size, 0);
    if (wrong)
        rd_abort_with(wrong);
    release(pointer);
}

void rd_free(void *pointer, const void *caller)
{
    if (!pointer || is_bootstrap(pointer))
        return;
    struct rd_thread *thread = enter_for(caller);
    if (thread) {
        rd_visible(thread, RD_FREE, rd_address(pointer), what_is_wrong(pointer) ? 0 : header_of(pointer)->size | RD_WRITES);
        perform_free(thread, pointer);
    } else if (is_ours(pointer)) {
        const char *wrong = what_is_wrong(pointer);
        if (wrong)
            rd_abort_with(wrong);
        release(pointer);
    } else if (rd_mode != RD_MODE_ON) {
        if (rd_real.free) /* else: a program's own malloc has been called by the loader, before we know who frees */
            rd_real.free(pointer);
    } else {
        rd_abort_with("free(): invalid pointer");
    }
}

/* ---- changing its size */

static bool resize_in_place(struct rd_arena *arena, void *pointer, uint64_t size)
{
    struct header *header = header_of(pointer);
    uint64_t old_end = (rd_address(pointer) + header->size + ALIGNMENT - 1) & ~(ALIGNMENT - 1ull);
    uint64_t new_end = (rd_address(pointer) + size + ALIGNMENT - 1) & ~(ALIGNMENT - 1ull);
    if (new_end < rd_address(pointer))
        return false;
    if (new_end > old_end) {
        if (old_end != arena->next || !rd_grow(arena, new_end))
            return false;
        arena->next = new_end;
    }
    header->size = size;
    return true;
}

/* Whoever keeps a pointer over another's realloc() uses memory that is gone, though a library often leaves it where it
 * was: with other threads about blocks move, so that it shows, but for large ones, since nothing is used twice. That
 * main was the only thread so far, its own past says, whatever the order. */
static bool may_stay(uint64_t old_size, uint64_t size)
{
    return rd_thread_count == 1 || old_size > LARGE || size > LARGE;
}

/* Events: RD_ALLOC; where the block moved also RD_READ and RD_WRITE of what was copied, and RD_FREE of the old one. */
static void *reallocate_visibly(struct rd_thread *thread, void *pointer, uint64_t size)
{
    rd_visible(thread, RD_ALLOC, rd_address(pointer), size);
    if (what_is_wrong(pointer)) {
        rd_perform(thread, RD_FREE, RD_FLAG_MISUSE, 0, rd_address(pointer), 0, 0);
        rd_abort_with("realloc(): invalid pointer");
    }
    uint64_t old_size = header_of(pointer)->size, kept = old_size < size ? old_size : size;
    if (may_stay(old_size, size) && resize_in_place(&thread->program_heap, pointer, size)) {
        rd_perform(thread, RD_ALLOC, 0, RD_HEAP_REALLOC, rd_address(pointer), size, ALIGNMENT);
        return pointer;
    }
    void *moved = carve_or_overflow(thread, &thread->program_heap, size, ALIGNMENT);
    rd_perform(thread, RD_ALLOC, moved ? 0 : RD_FLAG_FAILED, RD_HEAP_REALLOC, rd_address(moved), size, ALIGNMENT);
    if (!moved)
        return NULL;
    rd_perform_read(thread, pointer, kept);
    memcpy(moved, pointer, kept);
    rd_perform_write(thread, moved, kept);
    perform_free(thread, pointer);
    return moved;
}

static void *reallocate_silently(void *pointer, uint64_t size)
{
    bool known = is_ours(pointer) || is_bootstrap(pointer);
    if (!known && rd_mode == RD_MODE_OFF)
        return rd_real.realloc(pointer, size);
    if (!is_bootstrap(pointer) && what_is_wrong(pointer))
        rd_abort_with("realloc(): invalid pointer");
    if (rd_mode == RD_MODE_ON && rd_self && resize_in_place(&rd_self->library_heap, pointer, size))
        return pointer;
    uint64_t old_size = header_of(pointer)->size;
    void *moved = allocate_silently(size, ALIGNMENT);
    if (moved) {
        memcpy(moved, pointer, old_size < size ? old_size : size);
        if (!is_bootstrap(pointer))
            release(pointer);
    }
    return moved;
}

static void *reallocate(void *pointer, uint64_t size, const void *caller)
{
    if (!pointer)
        return rd_allocate(size, ALIGNMENT, RD_HEAP_REALLOC, caller);
    if (!size && (rd_mode != RD_MODE_OFF || is_ours(pointer))) {
        rd_free(pointer, caller);
        return NULL;
    }
    struct rd_thread *thread = is_bootstrap(pointer) ? NULL : enter_for(caller);
    void *found = thread ? reallocate_visibly(thread, pointer, size) : reallocate_silently(pointer, size);
    if (!found)
        errno = ENOMEM;
    return found;
}

/* ---- the names */

void *malloc(size_t size)
{
    return rd_allocate(size, ALIGNMENT, RD_HEAP_MALLOC, RD_CALLER);
}

void *calloc(size_t count, size_t size)
{
    size_t whole;
    if (__builtin_mul_overflow(count, size, &whole)) {
        errno = ENOMEM;
        return NULL;
    }
    return rd_allocate(whole, ALIGNMENT, RD_HEAP_CALLOC, RD_CALLER);
}

void free(void *pointer)
{
    rd_free(pointer, RD_CALLER);
}

void *realloc(void *pointer, size_t size)
{
    return reallocate(pointer, size, RD_CALLER);
}

void *reallocarray(void *pointer, size_t count, size_t size)
{
    size_t whole;
    if (__builtin_mul_overflow(count, size, &whole)) {
        errno = ENOMEM;
        return NULL;
    }
    return reallocate(pointer, whole, RD_CALLER);
}

static void *allocate_aligned(size_t alignment, size_t size, const void *caller)
{
    if (!alignment || alignment & (alignment - 1)) {
        errno = EINVAL;
        return NULL;
    }
    return rd_allocate(size, alignment < ALIGNMENT ? ALIGNMENT : alignment, RD_HEAP_ALIGNED, caller);
}

void *memalign(size_t alignment, size_t size)
{
    return allocate_aligned(alignment, size, RD_CALLER);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return allocate_aligned(alignment, size, RD_CALLER);
}

void *valloc(size_t size)
{
    return allocate_aligned(RD_PAGE, size, RD_CALLER);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) || !alignment || alignment & (alignment - 1))
        return EINVAL;
    int error = errno;
    void *found = allocate_aligned(alignment, size, RD_CALLER);
    errno = error;
    if (!found)
        return ENOMEM;
    *result = found;
    struct rd_thread *thread = enter_for(RD_CALLER);
    if (thread)
        rd_perform_write(thread, result, sizeof *result);
    return 0;
}

size_t malloc_usable_size(void *pointer)
{
    if (!pointer)
        return 0;
    return is_ours(pointer) || is_bootstrap(pointer) ? header_of(pointer)->size : rd_real.malloc_usable_size(pointer);
}

/* here, and not left to libc, so that the block is the program's */
static char *duplicate(const char *text, uint64_t length, const void *caller)
{
    char *copy = rd_allocate(length + 1, ALIGNMENT, RD_HEAP_MALLOC, caller);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

char *strdup(const char *text)
{
    return duplicate(text, strlen(text), RD_CALLER);
}

char *strndup(const char *text, size_t most)
{
    return duplicate(text, strnlen(text, most), RD_CALLER);
}
