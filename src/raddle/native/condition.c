/* Condition variables. A wait is three visible events: RD_WAIT releases the mutex and enqueues, RD_WAKE when a signal has chosen
 * the thread (or its time is up, or for no reason where that is allowed), RD_REACQUIRE when the mutex is free.
 * A signal takes the first in the queue, unless a choice directive or the random policy says another. */
#include "runtime.h"

static struct rd_object *condition_at(const void *address)
{
    struct rd_object *condition = rd_object(rd_address(address), RD_CLASS_CONDITION);
    if (!condition->initialised) {
        condition->initialised = true;
        condition->clock = CLOCK_REALTIME;
    }
    return condition;
}

void rd_enqueue(struct rd_object *condition, struct rd_thread *thread)
{
    struct rd_thread **last = &condition->first_waiter;
    while (*last)
        last = &(*last)->next_waiter;
    thread->next_waiter = NULL;
    thread->signalled = false;
    *last = thread;
}

bool rd_dequeue(struct rd_object *condition, struct rd_thread *thread)
{
    for (struct rd_thread **place = &condition->first_waiter; *place; place = &(*place)->next_waiter)
        if (*place == thread) {
            *place = thread->next_waiter;
            return true;
        }
    return false;
}

struct rd_thread *rd_whom_to_wake(const struct rd_thread *thread, const struct rd_object *condition)
{
    struct rd_thread *chosen = rd_chosen_waiter(thread);
    for (struct rd_thread *waiter = condition->first_waiter; waiter; waiter = waiter->next_waiter)
        if (waiter == chosen)
            return chosen;
    chosen = condition->first_waiter;
    if (!chosen || !rd_control.random || rd_following_segments())
        return chosen;
    uint64_t waiters = 0;
    for (struct rd_thread *waiter = condition->first_waiter; waiter; waiter = waiter->next_waiter)
        waiters++;
    for (uint64_t skip = rd_random_below(waiters); skip; skip--)
        chosen = chosen->next_waiter;
    return chosen;
}

bool rd_was_signalled(const struct rd_thread *thread)
{
    return thread->signalled;
}

/* Once, as glibc does: a recursive lock that is held more often stays held while its owner waits, which is a misuse. */
static uint8_t release_once(struct rd_thread *thread, struct rd_object *mutex)
{
    bool misused = mutex->owner != thread || mutex->depth > 1;
    if (mutex->depth > 1)
        mutex->depth--;
    else {
        mutex->owner = NULL;
        mutex->depth = 0;
    }
    return misused ? RD_FLAG_MISUSE : 0;
}

static bool can_reacquire(const struct rd_thread *thread)
{
    const struct rd_object *mutex = rd_object(thread->pending.object, RD_CLASS_MUTEX);
    return !mutex->owner || mutex->owner == thread;
}

static uint64_t await_wake(struct rd_thread *thread, const void *address, const struct timespec *until, uint64_t deadline)
{
    thread->cancellation.is_due = false;
    if (until) {
        if (rd_timed(thread, RD_WAKE, rd_address(address), rd_was_signalled, deadline))
            return RD_WAKE_SIGNAL;
        rd_dequeue(condition_at(address), thread);
        return thread->cancellation.is_due ? RD_WAKE_SPURIOUS : RD_WAKE_TIMEOUT;
    }
    thread->pending = (struct rd_pending){.kind = RD_WAKE, .object = rd_address(address), .ready = rd_was_signalled,
                                          .may_be_spurious = rd_control.spurious};
    if (thread->page->count >= thread->page->limit || !thread->signalled)
        rd_schedule(thread);
    if (thread->signalled)
        return RD_WAKE_SIGNAL;
    rd_dequeue(condition_at(address), thread);
    return RD_WAKE_SPURIOUS;
}

int rd_condition_wait(struct rd_thread *thread, const void *address, const void *mutex_address, const struct timespec *until,
                      clockid_t clock)
{
    uint64_t place = rd_address(address), mutex_place = rd_address(mutex_address);
    rd_visible(thread, RD_WAIT, place, 0);
    struct rd_object *mutex = rd_mutex(mutex_address);
    int refused = until && !rd_is_valid_time(until)                              ? EINVAL
                  : mutex->owner != thread && mutex->type != RD_MUTEX_NORMAL ? EPERM
                                                                                 : 0;
    if (refused) {
        rd_perform(thread, RD_WAIT, RD_FLAG_MISUSE | RD_FLAG_FAILED, refused, place, mutex_place, 0);
        return refused;
    }
    uint8_t flags = release_once(thread, mutex);
    struct rd_object *condition = condition_at(address);
    uint64_t deadline = until ? rd_deadline(thread, clock == -1 ? condition->clock : clock, until) : 0;
    rd_enqueue(condition, thread);
    rd_perform(thread, RD_WAIT, flags, 0, place, mutex_place, 0);

    uint64_t cause = await_wake(thread, address, until, deadline);
    int result = cause == RD_WAKE_TIMEOUT ? ETIMEDOUT : 0;
    rd_perform(thread, RD_WAKE, result ? RD_FLAG_FAILED : 0, result, place, mutex_place, cause);

    rd_blocking(thread, RD_REACQUIRE, mutex_place, can_reacquire);
    mutex = rd_mutex(mutex_address);
    flags = mutex->owner == thread ? RD_FLAG_RECURSIVE : 0;
    mutex->owner = thread;
    mutex->depth++;
    rd_perform(thread, RD_REACQUIRE, flags, result, mutex_place, 0, 0);
    if (thread->cancellation.is_due)
        rd_end_cancel();
    return result;
}

void rd_condition_signal(struct rd_thread *thread, const void *address)
{
    rd_visible(thread, RD_SIGNAL, rd_address(address), 0);
    struct rd_object *condition = condition_at(address);
    struct rd_thread *woken = rd_whom_to_wake(thread, condition);
    if (woken) {
        rd_dequeue(condition, woken);
        woken->signalled = true;
    }
    rd_perform(thread, RD_SIGNAL, 0, 0, rd_address(address), woken ? woken->index : RD_NO_THREAD, 0);
}

void rd_condition_broadcast(struct rd_thread *thread, const void *address)
{
    rd_visible(thread, RD_BROADCAST, rd_address(address), 0);
    struct rd_object *condition = condition_at(address);
    uint64_t woken = 0;
    for (; condition->first_waiter; woken++) {
        condition->first_waiter->signalled = true;
        condition->first_waiter = condition->first_waiter->next_waiter;
    }
    rd_perform(thread, RD_BROADCAST, 0, 0, rd_address(address), woken, 0);
}

void rd_condition_init(struct rd_thread *thread, const void *address, clockid_t clock)
{
    rd_visible(thread, RD_INIT, rd_address(address), 0);
    struct rd_object *condition = rd_reset_object(rd_address(address), RD_CLASS_CONDITION);
    condition->clock = clock;
    rd_perform(thread, RD_INIT, 0, 0, rd_address(address), 0, 0);
}

int rd_condition_destroy(struct rd_thread *thread, const void *address)
{
    rd_visible(thread, RD_DESTROY, rd_address(address), 0);
    struct rd_object *condition = condition_at(address);
    bool busy = condition->first_waiter;
    if (!busy)
        rd_forget_object(condition);
    rd_perform(thread, RD_DESTROY, busy ? RD_FLAG_MISUSE | RD_FLAG_FAILED : 0, busy ? EBUSY : 0, rd_address(address), 0, 0);
    return busy ? EBUSY : 0;
}

/* ---- the names */

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pthread_cond_init(condition, attributes);
    clockid_t clock = CLOCK_REALTIME;
    int shared = PTHREAD_PROCESS_PRIVATE;
    rd_real.pthread_cond_init(condition, attributes);
    if (attributes) {
        pthread_condattr_getclock(attributes, &clock);
        pthread_condattr_getpshared(attributes, &shared);
    }
    if (shared == PTHREAD_PROCESS_SHARED)
        rd_note_shared_object(condition);
    rd_condition_init(thread, condition, clock);
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_condition_destroy(thread, condition) : rd_real.pthread_cond_destroy(condition);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_condition_wait(thread, condition, mutex, NULL, -1) : rd_real.pthread_cond_wait(condition, mutex);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_condition_wait(thread, condition, mutex, until, -1)
                  : rd_real.pthread_cond_timedwait(condition, mutex, until);
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_condition_wait(thread, condition, mutex, until, clock)
                  : rd_real.pthread_cond_clockwait(condition, mutex, clock, until);
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pthread_cond_signal(condition);
    rd_condition_signal(thread, condition);
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pthread_cond_broadcast(condition);
    rd_condition_broadcast(thread, condition);
    return 0;
}
