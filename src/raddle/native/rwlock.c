/* Reader-writer locks, with glibc's default preference: readers enter although a writer waits. */
#include "runtime.h"

static struct rd_object *rwlock_at(uint64_t address)
{
    return rd_object(address, RD_CLASS_RWLOCK);
}

/* a writer that asks again is told so */
static bool can_read(const struct rd_thread *thread)
{
    const struct rd_object *lock = rwlock_at(thread->pending.object);
    return !lock->owner || lock->owner == thread;
}

static bool can_write(const struct rd_thread *thread)
{
    const struct rd_object *lock = rwlock_at(thread->pending.object);
    return (!lock->owner && !lock->readers) || lock->owner == thread;
}

static int acquire(struct rd_thread *thread, uint64_t address, uint8_t kind, bool write)
{
    struct rd_object *lock = rwlock_at(address);
    int result = lock->owner == thread ? EDEADLK : 0;
    if (!result && write)
        lock->owner = thread;
    else if (!result) {
        lock->readers++;
        rd_add_reader(lock, thread);
    }
    rd_perform(thread, kind, result ? RD_FLAG_MISUSE | RD_FLAG_FAILED : 0, result, address, 0, 0);
    return result;
}

static int fail(struct rd_thread *thread, uint64_t address, uint8_t kind, int result)
{
    rd_perform(thread, kind, RD_FLAG_FAILED, result, address, 0, 0);
    return result;
}

static int lock(struct rd_thread *thread, const void *lock, bool write)
{
    uint8_t kind = write ? RD_WRLOCK : RD_RDLOCK;
    rd_blocking(thread, kind, rd_address(lock), write ? can_write : can_read);
    return acquire(thread, rd_address(lock), kind, write);
}

static int try_lock(struct rd_thread *thread, const void *address, bool write)
{
    uint8_t kind = write ? RD_TRYWRLOCK : RD_TRYRDLOCK;
    rd_visible(thread, kind, rd_address(address), 0);
    const struct rd_object *lock = rwlock_at(rd_address(address));
    if (lock->owner || (write && lock->readers))
        return fail(thread, rd_address(address), kind, EBUSY);
    return acquire(thread, rd_address(address), kind, write);
}

static int timed_lock(struct rd_thread *thread, const void *lock, bool write, clockid_t clock, const struct timespec *until)
{
    uint8_t kind = write ? RD_TIMEDWRLOCK : RD_TIMEDRDLOCK;
    if (!rd_is_valid_time(until)) {
        rd_visible(thread, kind, rd_address(lock), 0);
        return fail(thread, rd_address(lock), kind, EINVAL);
    }
    if (rd_timed(thread, kind, rd_address(lock), write ? can_write : can_read, rd_deadline(thread, clock, until)))
        return acquire(thread, rd_address(lock), kind, write);
    return fail(thread, rd_address(lock), kind, ETIMEDOUT);
}

static int unlock(struct rd_thread *thread, const void *address)
{
    rd_visible(thread, RD_RWUNLOCK, rd_address(address), 0);
    struct rd_object *lock = rwlock_at(rd_address(address));
    uint8_t flags = 0;
    if (lock->owner == thread)
        lock->owner = NULL;
    else if (lock->readers) {
        lock->readers--;
        rd_remove_reader(lock, thread);
    } else
        flags = RD_FLAG_MISUSE;
    rd_perform(thread, RD_RWUNLOCK, flags, 0, rd_address(address), 0, 0);
    return 0;
}

/* ---- the names */

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pthread_rwlock_init(lock, attributes);
    int shared = PTHREAD_PROCESS_PRIVATE;
    rd_real.pthread_rwlock_init(lock, attributes);
    if (attributes)
        pthread_rwlockattr_getpshared(attributes, &shared);
    if (shared == PTHREAD_PROCESS_SHARED)
        rd_note_shared_object(lock);
    rd_visible(thread, RD_INIT, rd_address(lock), 0);
    rd_reset_object(rd_address(lock), RD_CLASS_RWLOCK);
    rd_perform(thread, RD_INIT, 0, 0, rd_address(lock), 0, 0);
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *address)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pthread_rwlock_destroy(address);
    rd_visible(thread, RD_DESTROY, rd_address(address), 0);
    struct rd_object *lock = rwlock_at(rd_address(address));
    bool busy = lock->owner || lock->readers;
    if (!busy)
        rd_forget_object(lock);
    rd_perform(thread, RD_DESTROY, busy ? RD_FLAG_MISUSE | RD_FLAG_FAILED : 0, busy ? EBUSY : 0, rd_address(address), 0, 0);
    return busy ? EBUSY : 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *address)
{
    struct rd_thread *thread = rd_enter();
    return thread ? lock(thread, address, false) : rd_real.pthread_rwlock_rdlock(address);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *address)
{
    struct rd_thread *thread = rd_enter();
    return thread ? lock(thread, address, true) : rd_real.pthread_rwlock_wrlock(address);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *address)
{
    struct rd_thread *thread = rd_enter();
    return thread ? try_lock(thread, address, false) : rd_real.pthread_rwlock_tryrdlock(address);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *address)
{
    struct rd_thread *thread = rd_enter();
    return thread ? try_lock(thread, address, true) : rd_real.pthread_rwlock_trywrlock(address);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *address, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? timed_lock(thread, address, false, CLOCK_REALTIME, until)
                  : rd_real.pthread_rwlock_timedrdlock(address, until);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *address, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? timed_lock(thread, address, true, CLOCK_REALTIME, until)
                  : rd_real.pthread_rwlock_timedwrlock(address, until);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *address, clockid_t clock, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? timed_lock(thread, address, false, clock, until) : rd_real.pthread_rwlock_clockrdlock(address, clock, until);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *address, clockid_t clock, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? timed_lock(thread, address, true, clock, until) : rd_real.pthread_rwlock_clockwrlock(address, clock, until);
}

int pthread_rwlock_unlock(pthread_rwlock_t *address)
{
    struct rd_thread *thread = rd_enter();
    return thread ? unlock(thread, address) : rd_real.pthread_rwlock_unlock(address);
}
