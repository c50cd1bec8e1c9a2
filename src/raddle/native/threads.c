/* Threads: creation on a stack at a fixed address, start, end, join and detach. A thread is named by its creation path (main,
 * main.1, main.1.2), which is the same under every schedule. */
#include "runtime.h"

#include <sys/mman.h>

#define STACK_SIZE (8ull << 20)
#define STACK_STEP (16ull << 20) /* the heap begins at a multiple of this behind the stack's beginning */
#define HALF_SLOT 0x80000000ull

static uint32_t ended_count;

/* ---- making */

static void name_thread(struct rd_thread *thread, struct rd_thread *parent)
{
    char *path = thread->page->path;
    const uint64_t room = sizeof thread->page->path;
    if (!parent) {
        strcpy(path, "main");
    } else {
        char number[24];
        const char *digits = rd_decimal(++parent->children, number);
        uint64_t length = strlen(parent->page->path);
        if (length + 1 + strlen(digits) + 1 > room) { /* too deep: a name that is still the same under every schedule */
            uint64_t hash = parent->children;
            for (const char *c = parent->page->path; *c; c++)
                hash = (hash ^ (unsigned char)*c) * RD_CHECK_FACTOR;
            strcpy(path, "deep.");
            strcat(path, rd_decimal(hash, number));
        } else {
            memcpy(path, parent->page->path, length);
            path[length] = '.';
            strcpy(path + length + 1, digits);
        }
    }
    thread->name = rd_find_name(path);
    thread->name->thread = thread;
}

static void give_main_its_heap(struct rd_thread *thread)
{
    thread->program_heap = (struct rd_arena){.base = RD_MAIN_HEAP, .next = RD_MAIN_HEAP, .mapped = RD_MAIN_HEAP,
                                             .end = RD_MAIN_HEAP + RD_MAIN_HEAP_SIZE};
    thread->library_heap = (struct rd_arena){.base = RD_MAIN_LIBRARY_HEAP, .next = RD_MAIN_LIBRARY_HEAP,
                                             .mapped = RD_MAIN_LIBRARY_HEAP, .end = RD_MAIN_LIBRARY_HEAP + RD_MAIN_HEAP_SIZE};
}

static void give_heap(struct rd_thread *thread, struct rd_slot slot, uint64_t stack_size)
{
    uint64_t heap = slot.base + ((stack_size + STACK_STEP - 1) & ~(STACK_STEP - 1));
    uint64_t half = slot.base + HALF_SLOT;
    thread->program_heap = (struct rd_arena){.base = heap, .next = heap, .mapped = heap, .end = half};
    thread->library_heap = (struct rd_arena){.base = half, .next = half, .mapped = half, .end = slot.base + slot.size};
}

struct rd_thread *rd_make_thread(struct rd_thread *parent)
{
    struct rd_thread *thread = rd_take(sizeof *thread);
    thread->index = rd_thread_count;
    thread->in_runtime = true;
    rd_make_page(thread);
    thread->page->parent = parent ? parent->index : RD_NO_THREAD;
    name_thread(thread, parent);
    if (!parent)
        give_main_its_heap(thread);
    if (rd_control.random)
        thread->priority = (int64_t)rd_random_below(1ull << 40) + 1;
    return thread;
}

/* ---- the life of one */

static void wait_for_the_end_of_the_process(void)
{
    for (;;)
        RD_SYSCALL0(SYS_pause);
}

/* After the program's own cleanup handlers. The process ends with its last thread. */
static void finish(void *argument)
{
    struct rd_thread *thread = rd_enter();
    if (thread != argument) /* a forked child ends here */
        return;
    rd_run_thread_destructors(thread);
    rd_run_key_destructors(thread);
    rd_look_at_robust_locks();
    rd_visible(thread, RD_EXIT, 0, 0);
    rd_perform(thread, RD_EXIT, 0, 0, 0, rd_address(thread->result), 0);
    rd_page = NULL;
    rd_close_streams(thread);
    if (++ended_count == rd_thread_count) {
        rd_process_exit(thread, 0, false);
        exit(0);
    }
    rd_lock();
    thread->status = RD_STATUS_ENDED;
    rd_note_living(-1);
    rd_hand_over(thread, true);
    rd_unlock();
    if (thread->index == 0)
        wait_for_the_end_of_the_process();
}

static void *run_thread(void *argument)
{
    struct rd_thread *thread = argument;
    rd_self = thread;
    thread->kernel_id = (pid_t)RD_SYSCALL0(SYS_gettid);
    rd_await_baton(thread);
    thread->status = RD_STATUS_LIVE;
    rd_page = thread->page;
    rd_perform(thread, RD_START, 0, 0, 0, rd_address((void *)(uintptr_t)thread->start), rd_address(thread->argument));
    pthread_cleanup_push(finish, thread);
    if (thread->returns_int)
        thread->result = (void *)(intptr_t)((int (*)(void *))(uintptr_t)thread->start)(thread->argument);
    else
        thread->result = thread->start(thread->argument);
    pthread_cleanup_pop(1);
    return thread->result;
}

void rd_run_main(void *(*run)(void *))
{
    pthread_cleanup_push(finish, rd_self);
    run(NULL);
    pthread_cleanup_pop(0);
}

/* ---- creating */

static uint64_t wanted_stack_size(const pthread_attr_t *attributes)
{
    pthread_attr_t defaults;
    size_t size = 0, usual = 0;
    if (!attributes)
        return STACK_SIZE;
    pthread_attr_getstacksize(attributes, &size);
    pthread_attr_init(&defaults);
    pthread_attr_getstacksize(&defaults, &usual);
    return size == usual ? STACK_SIZE : (size + RD_PAGE - 1) & ~(RD_PAGE - 1ull);
}

static bool brings_its_own_stack(const pthread_attr_t *attributes)
{
    void *low = NULL;
    size_t size = 0;
    return attributes && pthread_attr_getstack(attributes, &low, &size) == 0 && rd_address(low) + size != 0;
}

/* fills in `copy`; an error number where there is no room */
static int place_thread(struct rd_thread *thread, const pthread_attr_t *attributes, pthread_attr_t *copy)
{
    uint64_t size = wanted_stack_size(attributes);
    struct rd_slot slot = rd_take_slot(thread->page->path, 0);
    if (!slot.size || size > HALF_SLOT / 2)
        return EAGAIN;
    if (attributes)
        memcpy(copy, attributes, sizeof *copy); /* never destroyed: it shares what `attributes` points to */
    else
        pthread_attr_init(copy);
    if (brings_its_own_stack(attributes)) {
        void *low;
        size_t own_size;
        pthread_attr_getstack(attributes, &low, &own_size);
        thread->page->stack_low = rd_address(low);
        thread->page->stack_high = rd_address(low) + own_size;
        give_heap(thread, slot, 0);
        return 0;
    }
    if (!rd_map_fixed(slot.base, size + RD_PAGE))
        return EAGAIN;
    RD_SYSCALL3(SYS_mprotect, slot.base, RD_PAGE, PROT_NONE);
    thread->page->stack_low = slot.base + RD_PAGE;
    thread->page->stack_high = thread->page->stack_low + size;
    give_heap(thread, slot, size + RD_PAGE);
    return pthread_attr_setstack(copy, (void *)thread->page->stack_low, size);
}

int rd_create_thread(struct rd_thread *thread, pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *),
                     void *argument, bool returns_int)
{
    rd_visible(thread, RD_CREATE, rd_address(handle), 0);
    int result = EAGAIN, detached = PTHREAD_CREATE_JOINABLE;
    struct rd_thread *child = NULL;
    if (rd_thread_count < RD_MAX_THREADS) {
        pthread_attr_t copy;
        rd_start_watchdog();
        child = rd_make_thread(thread);
        child->start = start;
        child->argument = argument;
        child->returns_int = returns_int;
        rd_look_at_mask(thread);
        child->signals.blocked = thread->signals.blocked;
        child->page->start_routine = rd_address((void *)(uintptr_t)start);
        child->page->start_argument = rd_address(argument);
        child->pending = (struct rd_pending){.kind = RD_START};
        if (attributes)
            pthread_attr_getdetachstate(attributes, &detached);
        child->detached = detached == PTHREAD_CREATE_DETACHED;
        result = place_thread(child, attributes, &copy);
        if (!result)
            result = rd_real.pthread_create(&child->handle, &copy, run_thread, child);
    }
    if (result) {
        RD_SAY("cannot create a thread");
        rd_perform(thread, RD_CREATE, RD_FLAG_FAILED, result, 0, RD_NO_THREAD, 0);
        return result;
    }
    *handle = child->handle;
    rd_perform_write(thread, handle, sizeof *handle); /* as glibc does: before the new thread's first step */
    rd_lock();
    rd_add_thread(child);
    rd_unlock();
    rd_perform(thread, RD_CREATE, 0, 0, child->handle, child->index, 0);
    return 0;
}

/* ---- joining */

struct rd_thread *rd_find_thread(pthread_t handle)
{
    for (uint32_t i = rd_thread_count; i-- > 0;)
        if (rd_threads[i]->handle == handle && !rd_threads[i]->joined)
            return rd_threads[i];
    return NULL;
}

static bool joined_thread_has_ended(const struct rd_thread *thread)
{
    const struct rd_thread *target = rd_find_thread(thread->pending.object);
    return !target || target->status == RD_STATUS_ENDED;
}

static int refuse_join(struct rd_thread *thread, pthread_t handle, const struct rd_thread *target)
{
    int result = !target ? ESRCH : target == thread ? EDEADLK : EINVAL;
    rd_perform(thread, RD_JOIN, RD_FLAG_MISUSE | RD_FLAG_FAILED, result, handle, target ? target->index : RD_NO_THREAD, 0);
    return result;
}

int rd_join_thread(struct rd_thread *thread, pthread_t handle, void **result, void **returned, enum rd_join_how how,
                   uint64_t deadline)
{
    struct rd_thread *target = rd_find_thread(handle);
    bool refused = !target || target == thread || target->detached;
    bool ended = true;
    if (refused || how == RD_JOIN_TRY)
        rd_visible(thread, RD_JOIN, handle, 0);
    else if (how == RD_JOIN_TIMED)
        ended = rd_timed(thread, RD_JOIN, handle, joined_thread_has_ended, deadline);
    else
        rd_blocking(thread, RD_JOIN, handle, joined_thread_has_ended);
    target = rd_find_thread(handle);
    if (refused || !target)
        return refuse_join(thread, handle, target);
    if (!ended || target->status != RD_STATUS_ENDED) {
        int failure = how == RD_JOIN_TRY ? EBUSY : ETIMEDOUT;
        rd_perform(thread, RD_JOIN, RD_FLAG_FAILED, failure, handle, target->index, 0);
        return failure;
    }
    target->joined = true;
    rd_perform(thread, RD_JOIN, 0, 0, handle, target->index, rd_address(target->result));
    if (target->index) { /* main's kernel thread stays until the end of the process */
        thread->in_runtime = true;
        rd_real.pthread_join(handle, NULL);
        thread->in_runtime = false;
        RD_SYSCALL3(SYS_madvise, target->page->stack_low, target->page->stack_high - target->page->stack_low, MADV_DONTNEED);
    }
    if (returned)
        *returned = target->result;
    if (result) {
        *result = target->result;
        rd_perform_write(thread, result, sizeof *result);
    }
    return 0;
}

int rd_detach_thread(struct rd_thread *thread, pthread_t handle)
{
    rd_visible(thread, RD_DETACH_THREAD, handle, 0);
    struct rd_thread *target = rd_find_thread(handle);
    int result = !target ? ESRCH : target->detached ? EINVAL : 0;
    if (!result) {
        target->detached = true;
        if (target->index)
            rd_real.pthread_detach(handle);
    }
    rd_perform(thread, RD_DETACH_THREAD, result ? RD_FLAG_MISUSE | RD_FLAG_FAILED : 0, result, handle,
               target ? target->index : RD_NO_THREAD, 0);
    return result;
}

/* ---- the names */

int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    struct rd_thread *thread = rd_enter();
    if (thread && !rd_is_in_program(RD_CALLER))
        rd_note_stranger(RD_CALLER, RD_CREATES_THREADS);
    return thread ? rd_create_thread(thread, handle, attributes, start, argument, false)
                  : rd_real.pthread_create(handle, attributes, start, argument);
}

int pthread_join(pthread_t handle, void **result)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_join_thread(thread, handle, result, NULL, RD_JOIN_WAIT, 0) : rd_real.pthread_join(handle, result);
}

int pthread_tryjoin_np(pthread_t handle, void **result)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_join_thread(thread, handle, result, NULL, RD_JOIN_TRY, 0) : rd_real.pthread_tryjoin_np(handle, result);
}

int pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_join_thread(thread, handle, result, NULL, RD_JOIN_TIMED, rd_deadline(thread, CLOCK_REALTIME, until))
                  : rd_real.pthread_timedjoin_np(handle, result, until);
}

int pthread_detach(pthread_t handle)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_detach_thread(thread, handle) : rd_real.pthread_detach(handle);
}

void pthread_exit(void *result)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        thread->result = result;
    rd_real.pthread_exit(result);
    __builtin_unreachable();
}
