/* Futexes, as far as the program or a library calls syscall() itself: C++'s atomic waits, latches, barriers and futures do.
 *
 * Nobody sleeps in the kernel. A wait is two visible events: RD_FUTEX_WAIT looks at the word and enqueues where it holds what
 * is expected, RD_FUTEX_WOKEN comes when a wake has chosen the thread, or at once where the word held something else (EAGAIN).
 * A wake of one takes the first in the queue, unless a choice directive or the random policy says another. */
#include "runtime.h"

#include <linux/futex.h>
#include <stdarg.h>

#define ALL_BITS FUTEX_BITSET_MATCH_ANY
#define NS 1000000000ull
#define FUTEX_WAITV 449 /* not in every header */

static long failed(int error)
{
    errno = error;
    return -1;
}

static struct rd_object *futex_at(uint64_t word)
{
    return rd_object(word, RD_CLASS_FUTEX);
}

static void forget_if_unused(uint64_t word)
{
    struct rd_object *futex = futex_at(word);
    if (!futex->first_waiter)
        rd_forget_object(futex);
}

/* ---- waiting */

struct limit {
    bool timed;
    uint64_t deadline;
};

static uint64_t await_wake(struct rd_thread *thread, uint64_t word, struct limit limit)
{
    if (limit.timed) {
        if (rd_timed(thread, RD_FUTEX_WOKEN, word, rd_was_signalled, limit.deadline))
            return RD_WAKE_SIGNAL;
    } else {
        thread->pending = (struct rd_pending){.kind = RD_FUTEX_WOKEN, .object = word, .ready = rd_was_signalled,
                                              .may_be_spurious = rd_control.spurious};
        if (thread->page->count >= thread->page->limit || !thread->signalled)
            rd_schedule(thread);
        if (thread->signalled)
            return RD_WAKE_SIGNAL;
    }
    word = thread->pending.object; /* it may have been moved to another */
    rd_dequeue(futex_at(word), thread);
    forget_if_unused(word);
    return limit.timed ? RD_WAKE_TIMEOUT : RD_WAKE_SPURIOUS;
}

static long wait_for(struct rd_thread *thread, uint32_t *word, uint32_t expected, uint32_t bits, struct limit limit)
{
    uint64_t place = rd_address(word);
    rd_visible(thread, RD_FUTEX_WAIT, place, sizeof *word);
    uint32_t held = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    if (held == expected) {
        rd_enqueue(futex_at(place), thread);
        thread->futex_bits = bits;
    } else {
        thread->signalled = true;
    }
    rd_perform(thread, RD_FUTEX_WAIT, 0, (limit.timed ? RD_WAKE_BY_TIME : 0) | (bits != ALL_BITS ? RD_WAKE_BY_KIND : 0), place,
               expected, held);
    uint64_t cause = await_wake(thread, place, limit);
    int error = held != expected ? EAGAIN : cause == RD_WAKE_TIMEOUT ? ETIMEDOUT : 0;
    rd_perform(thread, RD_FUTEX_WOKEN, error == ETIMEDOUT ? RD_FLAG_FAILED : 0, error ? -1 : 0, place, 0, cause);
    return error ? failed(error) : 0;
}

/* relative to now for FUTEX_WAIT, otherwise a time of the clock */
static struct limit limit_of(struct rd_thread *thread, int operation, const struct timespec *time)
{
    if (!time)
        return (struct limit){0};
    clockid_t clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT)
        return (struct limit){true, rd_skipped_ns + (uint64_t)time->tv_sec * NS + (uint64_t)time->tv_nsec};
    return (struct limit){true, rd_deadline(thread, clock, time)};
}

/* ---- waking */

static struct rd_thread *first_listening(const struct rd_object *futex, uint32_t bits)
{
    struct rd_thread *waiter = futex->first_waiter;
    while (waiter && !(waiter->futex_bits & bits))
        waiter = waiter->next_waiter;
    return waiter;
}

static struct rd_thread *wake_one(struct rd_object *futex, struct rd_thread *woken)
{
    if (woken) {
        rd_dequeue(futex, woken);
        woken->signalled = true;
    }
    return woken;
}

static long wake(struct rd_thread *thread, uint32_t *word, int most, uint32_t bits)
{
    uint64_t place = rd_address(word);
    rd_visible(thread, RD_FUTEX_WAKE, place, 0);
    struct rd_object *futex = futex_at(place);
    struct rd_thread *first = NULL;
    int woken = 0;
    while (woken < most) {
        bool choose = most == 1 && bits == ALL_BITS;
        struct rd_thread *one = wake_one(futex, choose ? rd_whom_to_wake(thread, futex) : first_listening(futex, bits));
        if (!one)
            break;
        first = first ? first : one;
        woken++;
    }
    forget_if_unused(place);
    uint64_t bound = bits == ALL_BITS && most > 0 ? (uint64_t)most : 0;
    rd_perform(thread, RD_FUTEX_WAKE, 0, woken, place, first ? first->index : RD_NO_THREAD, bound);
    return woken;
}

/* Wakes some, and lets others wait on another word. */
static long requeue(struct rd_thread *thread, uint32_t *word, int most, int moved, uint32_t *other, const uint32_t *expected)
{
    uint64_t place = rd_address(word), to = rd_address(other);
    rd_visible(thread, RD_FUTEX_WAKE, place, 0);
    if (expected && __atomic_load_n(word, __ATOMIC_SEQ_CST) != *expected) {
        rd_perform(thread, RD_FUTEX_WAKE, RD_FLAG_FAILED, -1, place, RD_NO_THREAD, 0);
        return failed(EAGAIN);
    }
    struct rd_thread *first = NULL;
    int touched = 0;
    for (; touched < most && futex_at(place)->first_waiter; touched++) {
        struct rd_thread *one = wake_one(futex_at(place), futex_at(place)->first_waiter);
        first = first ? first : one;
    }
    int woken = touched;
    for (; moved > 0 && to != place && futex_at(place)->first_waiter; moved--, touched++) {
        struct rd_thread *waiter = futex_at(place)->first_waiter;
        rd_dequeue(futex_at(place), waiter);
        rd_enqueue(futex_at(to), waiter);
        waiter->pending.object = to;
    }
    forget_if_unused(place);
    forget_if_unused(to);
    rd_perform(thread, RD_FUTEX_WAKE, 0, touched, place, first ? first->index : RD_NO_THREAD, 0);
    return expected ? touched : woken;
}

/* ---- the table of libcxx/atomic_wait.c */

#define MOST_PLACES 256

/* One of its own for each object, as long as there are some: a notify of the wrong object is to be seen. */
unsigned __raddle_place_of(const void *object, unsigned places)
{
    static const void *owners[MOST_PLACES];
    unsigned first = (unsigned)(rd_address(object) / sizeof(void *) % places);
    for (unsigned i = 0; i < places && i < MOST_PLACES; i++) {
        unsigned place = (first + i) % places % MOST_PLACES;
        if (!owners[place])
            owners[place] = object;
        if (owners[place] == object)
            return place;
    }
    return first;
}

/* ---- the call */

static _Noreturn void refuse(const char *what, long command)
{
    char number[24];
    RD_SAY(what, rd_decimal((uint64_t)command, number), " is not supported: the run ends here");
    rd_end_run(RD_OUTCOME_REFUSED);
}

static bool is_bad_time(const struct timespec *time)
{
    return time && (!rd_is_valid_time(time) || time->tv_sec < 0);
}

static long futex(struct rd_thread *thread, const long a[6])
{
    uint32_t *word = (uint32_t *)a[0];
    int operation = (int)a[1], command = operation & FUTEX_CMD_MASK;
    uint32_t value = (uint32_t)a[2], bits = ALL_BITS;
    if (command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET)
        bits = (uint32_t)a[5];
    const struct timespec *time = (const struct timespec *)a[3];
    if (!bits || rd_address(word) % sizeof *word)
        return failed(EINVAL);
    switch (command) {
    case FUTEX_WAIT: case FUTEX_WAIT_BITSET:
        return is_bad_time(time) ? failed(EINVAL) : wait_for(thread, word, value, bits, limit_of(thread, operation, time));
    case FUTEX_WAKE: case FUTEX_WAKE_BITSET:
        return wake(thread, word, (int)value, bits);
    case FUTEX_REQUEUE:
        return requeue(thread, word, (int)value, (int)a[3], (uint32_t *)a[4], NULL);
    case FUTEX_CMP_REQUEUE:
        return requeue(thread, word, (int)value, (int)a[3], (uint32_t *)a[4], &(uint32_t){(uint32_t)a[5]});
    default:
        refuse("futex operation ", command);
    }
}

/* What has a name of its own that is modelled goes there. */
static bool has_a_name(long number, const long a[6], long *result)
{
    switch (number) {
    case SYS_gettid: *result = gettid(); return true;
    case SYS_getpid: *result = getpid(); return true;
    case SYS_getppid: *result = getppid(); return true;
    case SYS_fork: case SYS_vfork: *result = fork(); return true;
    case SYS_sched_yield: *result = sched_yield(); return true;
    case SYS_exit_group: _exit((int)a[0]);
    case SYS_nanosleep: *result = nanosleep((const struct timespec *)a[0], (struct timespec *)a[1]); return true;
    case SYS_clock_gettime: *result = clock_gettime((clockid_t)a[0], (struct timespec *)a[1]); return true;
    case SYS_getrandom: *result = getrandom((void *)a[0], (size_t)a[1], (unsigned)a[2]); return true;
    case SYS_read: *result = read((int)a[0], (void *)a[1], (size_t)a[2]); return true;
    case SYS_kill: *result = kill((pid_t)a[0], (int)a[1]); return true;
    default: return false;
    }
}

long syscall(long number, ...)
{
    va_list arguments;
    long a[6], result;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(arguments, long);
    va_end(arguments);
    struct rd_thread *thread = rd_enter();
    if (thread && number == SYS_futex)
        return futex(thread, a);
    if (thread && (number == SYS_clone || number == SYS_clone3 || number == SYS_exit || number == FUTEX_WAITV))
        refuse("system call ", number);
    if (thread && has_a_name(number, a, &result))
        return result;
    return rd_real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
