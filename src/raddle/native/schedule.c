/* The baton: handing it on, waiting for it, leaving for the kernel and coming back. Who gets it is decided in choose.c.
 *
 * Only the holder of the baton runs. It gives it away at a scheduling point, under rd_lock, and then waits on its own futex.
 * A thread that takes the baton from another one records RD_SWITCH. */
#include "runtime.h"

#include <linux/futex.h>

enum { BATON_ELSEWHERE, BATON_GIVEN, BATON_AWAITED_ASLEEP };
#define SPINS 100

__thread struct rd_thread_page *rd_page __attribute__((tls_model("local-exec")));
__thread struct rd_thread *rd_self __attribute__((tls_model("local-exec")));
struct rd_thread *rd_threads[RD_MAX_THREADS];
uint32_t rd_thread_count;
struct rd_thread *rd_current;
uint32_t rd_outside_count;

static struct rd_thread *last_holder;
static uint32_t lock_word;

void rd_lock(void)
{
    while (__atomic_exchange_n(&lock_word, 1, __ATOMIC_ACQUIRE))
        RD_SYSCALL0(SYS_sched_yield);
}

void rd_unlock(void)
{
    __atomic_store_n(&lock_word, 0, __ATOMIC_RELEASE);
}

void rd_add_thread(struct rd_thread *thread)
{
    rd_threads[thread->index] = thread;
    __atomic_store_n(&rd_thread_count, thread->index + 1, __ATOMIC_RELEASE);
    rd_note_living(1);
    if (!last_holder)
        last_holder = thread;
}

enum rd_readiness rd_readiness(const struct rd_thread *thread)
{
    if (thread->status == RD_STATUS_OUTSIDE || thread->status == RD_STATUS_ENDED)
        return RD_NOT_READY;
    const struct rd_pending *pending = &thread->pending;
    if (!pending->ready || pending->ready(thread) || rd_must_take_signals(thread) || rd_must_cancel(thread))
        return RD_IS_READY;
    if (pending->timed)
        return pending->deadline <= rd_skipped_ns ? RD_IS_READY : RD_READY_BY_TIMEOUT;
    return pending->may_be_spurious ? RD_READY_SPURIOUSLY : RD_NOT_READY;
}

bool rd_others_can_run(const struct rd_thread *thread, bool also_by_timeout)
{
    for (uint32_t i = 0; i < rd_thread_count; i++) {
        if (rd_threads[i] == thread)
            continue;
        enum rd_readiness readiness = rd_readiness(rd_threads[i]);
        if (readiness == RD_IS_READY || (also_by_timeout && readiness == RD_READY_BY_TIMEOUT))
            return true;
    }
    return false;
}

/* ---- the baton */

static void give(struct rd_thread *thread)
{
    if (__atomic_exchange_n(&thread->baton, BATON_GIVEN, __ATOMIC_ACQ_REL) == BATON_AWAITED_ASLEEP)
        RD_SYSCALL3(SYS_futex, &thread->baton, FUTEX_WAKE_PRIVATE, 1);
}

void rd_hand_over(struct rd_thread *asking, bool patient)
{
    struct rd_thread *next = rd_choose(asking, patient);
    __atomic_store_n(&rd_current, next, __ATOMIC_RELEASE);
    if (next && next != asking)
        give(next);
}

void rd_await_baton(struct rd_thread *thread)
{
    uint32_t expected;
    for (int i = 0; i < SPINS && __atomic_load_n(&thread->baton, __ATOMIC_ACQUIRE) != BATON_GIVEN; i++)
        __builtin_ia32_pause();
    for (;;) {
        expected = BATON_ELSEWHERE;
        if (!__atomic_compare_exchange_n(&thread->baton, &expected, BATON_AWAITED_ASLEEP, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE)
            && expected == BATON_GIVEN)
            break;
        RD_SYSCALL4(SYS_futex, &thread->baton, FUTEX_WAIT_PRIVATE, BATON_AWAITED_ASLEEP, 0);
    }
    thread->baton = BATON_ELSEWHERE;
    __atomic_store_n(&thread->in_runtime, false, __ATOMIC_RELEASE);
    if (thread->came_back) {
        thread->came_back = false;
        rd_note(thread, RD_BACK, 0, 0, 0, 0);
    }
    if (last_holder != thread)
        rd_note(thread, RD_SWITCH, 0, 0, 0, 0);
    last_holder = thread;
    if (RD_UNLIKELY(rd_has_signal_handlers) && rd_next_signal(thread))
        thread->page->limit = 0; /* it came while another thread granted us more */
}

static void record_what_is_pending(void)
{
    for (uint32_t i = 0; i < rd_thread_count; i++) {
        const struct rd_thread *thread = rd_threads[i];
        if (thread->status == RD_STATUS_ENDED)
            continue;
        bool enabled = rd_readiness(thread) != RD_NOT_READY;
        rd_note(thread, RD_PENDING, enabled ? RD_FLAG_ENABLED : 0, thread->pending.object, thread->pending.kind,
                thread->pending.extra);
    }
}

/* under rd_lock */
static void return_to_the_living(struct rd_thread *thread)
{
    __atomic_store_n(&thread->status, RD_STATUS_LIVE, __ATOMIC_RELAXED);
    thread->came_back = true;
    thread->in_runtime = true;
    rd_outside_count--;
    if (!rd_current)
        rd_hand_over(NULL, true);
}

static void hand_over_and_wait(struct rd_thread *thread)
{
    struct rd_thread_page *page = rd_page;
    rd_page = NULL;
    rd_lock();
    bool must_wait = true;
    if (thread->status == RD_STATUS_OUTSIDE) {
        return_to_the_living(thread);
    } else {
        if (rd_control.explore)
            record_what_is_pending();
        thread->in_runtime = true;
        rd_hand_over(thread, true);
        must_wait = rd_current != thread;
        if (!must_wait)
            thread->in_runtime = false;
    }
    rd_unlock();
    if (must_wait)
        rd_await_baton(thread);
    rd_page = page;
}

/* Signals come before the operation. Where it would wait they may end it, also those that came just before: nobody can tell. */
void rd_schedule(struct rd_thread *thread)
{
    thread->signals.interrupted = false;
    if (RD_UNLIKELY(rd_has_signal_handlers))
        rd_look_at_mask(thread);
    do {
        if (rd_must_take_signals(thread) && rd_take_signals(thread, thread->pending.interruptible)) {
            thread->signals.interrupted = true;
            return;
        }
        if (rd_must_cancel(thread) && rd_begin_cancel(thread)) {
            if (thread->pending.kind == RD_WAKE) /* it takes the lock back first */
                return;
            rd_end_cancel();
        }
        hand_over_and_wait(thread);
    } while (rd_must_take_signals(thread) || rd_must_cancel(thread));
}

bool rd_blocking_or_interrupted(struct rd_thread *thread, uint8_t kind, uint64_t object, rd_ready ready,
                                enum rd_interruptible how)
{
    thread->pending =
        (struct rd_pending){.kind = kind, .object = object, .ready = ready, .interruptible = (uint8_t)how};
    thread->signals.interrupted = false;
    if (thread->page->count >= thread->page->limit || !ready(thread))
        rd_schedule(thread);
    return !thread->signals.interrupted || ready(thread);
}

enum rd_timed rd_timed_or_interrupted(struct rd_thread *thread, uint8_t kind, uint64_t object, rd_ready ready,
                                      uint64_t deadline, enum rd_interruptible how)
{
    thread->pending = (struct rd_pending){.kind = kind, .timed = true, .object = object, .deadline = deadline,
                                          .ready = ready, .interruptible = (uint8_t)how};
    thread->signals.interrupted = false;
    if (thread->page->count >= thread->page->limit || !ready(thread))
        rd_schedule(thread);
    if (ready(thread) && !rd_is_to_time_out(thread))
        return RD_IN_TIME;
    if (thread->signals.interrupted)
        return RD_TIMED_INTERRUPTED;
    rd_advance_clock(deadline);
    return RD_TIMED_OUT;
}

bool rd_timed(struct rd_thread *thread, uint8_t kind, uint64_t object, rd_ready ready, uint64_t deadline)
{
    return rd_timed_or_interrupted(thread, kind, object, ready, deadline, RD_UNINTERRUPTED) == RD_IN_TIME;
}

/* ---- leaving for the kernel */

void rd_put_outside(struct rd_thread *thread)
{
    rd_note(thread, RD_OUTSIDE, 0, 0, 0, 0);
    thread->pending = (struct rd_pending){.kind = RD_OUTSIDE};
    __atomic_store_n(&thread->status, RD_STATUS_OUTSIDE, __ATOMIC_RELAXED);
    rd_outside_count++;
}

bool rd_leave(struct rd_thread *thread)
{
    rd_lock();
    bool leaves = thread->status == RD_STATUS_LIVE && !thread->region_depth && rd_others_can_run(thread, true)
                  && !rd_segment_waits_for(thread);
    if (leaves) {
        rd_page = NULL;
        rd_put_outside(thread);
        rd_hand_over(NULL, true);
    }
    rd_unlock();
    return leaves;
}

/* The thread is at no visible event: it runs on to its next one when it gets the baton. */
void rd_come_back(struct rd_thread *thread)
{
    rd_page = NULL;
    rd_lock();
    bool was_outside = thread->status == RD_STATUS_OUTSIDE; /* the watchdog may have thought better of it */
    if (was_outside) {
        thread->pending = (struct rd_pending){.kind = RD_BACK};
        return_to_the_living(thread);
    }
    rd_unlock();
    if (was_outside)
        rd_await_baton(thread);
    rd_page = thread->page;
}

void rd_restore_limit(struct rd_thread *thread)
{
    uint64_t limit = rd_control.explore || thread->gives_way || rd_may_be_overtaken(thread) ? 0 : thread->decision_limit;
    uint64_t look = rd_next_look(thread);
    limit = look < limit ? look : limit;
    if (RD_UNLIKELY(thread->cancellation.asked) && !thread->cancellation.disabled)
        limit = 0;
    if (RD_UNLIKELY(rd_has_signal_handlers)) {
        uint64_t given = rd_following_segments() ? rd_next_given_signal(thread) : RD_FOREVER;
        limit = rd_next_signal(thread) ? 0 : given < limit ? given : limit;
    }
    thread->page->limit = limit;
}
