/* Barriers. Arriving and leaving are two visible events; the last to arrive lets its whole round go. */
#include "runtime.h"

static bool round_is_complete(const struct rd_thread *thread)
{
    return thread->signalled;
}

static void let_round_go(struct rd_object *barrier)
{
    for (struct rd_thread *waiter = barrier->first_waiter; waiter; waiter = waiter->next_waiter)
        waiter->signalled = true;
    barrier->first_waiter = NULL;
    barrier->arrived = 0;
    barrier->round++;
}

static int wait_at(struct rd_thread *thread, const void *address)
{
    uint64_t place = rd_address(address);
    rd_visible(thread, RD_BARRIER_ARRIVE, place, 0);
    struct rd_object *barrier = rd_object(place, RD_CLASS_BARRIER);
    if (!barrier->initialised) {
        rd_perform(thread, RD_BARRIER_ARRIVE, RD_FLAG_MISUSE | RD_FLAG_FAILED, EINVAL, place, 0, 0);
        return EINVAL;
    }
    uint64_t round = barrier->round;
    thread->signalled = false;
    thread->next_waiter = barrier->first_waiter;
    barrier->first_waiter = thread;
    bool last = ++barrier->arrived == barrier->value;
    if (last)
        let_round_go(barrier);
    rd_perform(thread, RD_BARRIER_ARRIVE, 0, 0, place, round, 0);

    rd_blocking(thread, RD_BARRIER_LEAVE, place, round_is_complete);
    int result = last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
    rd_perform(thread, RD_BARRIER_LEAVE, 0, result, place, round, 0);
    return result;
}

/* ---- the names */

int pthread_barrier_init(pthread_barrier_t *address, const pthread_barrierattr_t *attributes, unsigned count)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pthread_barrier_init(address, attributes, count);
    int shared = PTHREAD_PROCESS_PRIVATE;
    if (attributes)
        pthread_barrierattr_getpshared(attributes, &shared);
    if (shared == PTHREAD_PROCESS_SHARED)
        rd_note_shared_object(address);
    rd_visible(thread, RD_BARRIER_INIT, rd_address(address), 0);
    if (count)
        rd_reset_object(rd_address(address), RD_CLASS_BARRIER)->value = count;
    rd_perform(thread, RD_BARRIER_INIT, count ? 0 : RD_FLAG_MISUSE | RD_FLAG_FAILED, count ? 0 : EINVAL, rd_address(address),
               count, 0);
    return count ? 0 : EINVAL;
}

/* Threads that have arrived in an incomplete round make it busy; those of a complete one may leave later. */
int pthread_barrier_destroy(pthread_barrier_t *address)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pthread_barrier_destroy(address);
    rd_visible(thread, RD_DESTROY, rd_address(address), 0);
    struct rd_object *barrier = rd_object(rd_address(address), RD_CLASS_BARRIER);
    bool busy = barrier->arrived;
    if (!busy)
        rd_forget_object(barrier);
    rd_perform(thread, RD_DESTROY, busy ? RD_FLAG_MISUSE | RD_FLAG_FAILED : 0, busy ? EBUSY : 0, rd_address(address), 0, 0);
    return busy ? EBUSY : 0;
}

int pthread_barrier_wait(pthread_barrier_t *address)
{
    struct rd_thread *thread = rd_enter();
    return thread ? wait_at(thread, address) : rd_real.pthread_barrier_wait(address);
}
