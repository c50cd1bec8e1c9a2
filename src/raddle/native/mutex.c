/* Mutexes and spin locks. The runtime keeps their state itself; of the object's own bytes only the type is read, where no init
 * function was called. A waiting thread is ready when the lock is free; whom the scheduler takes gets it. */
#include "runtime.h"

static bool any_robust;

static enum rd_mutex_type type_from_bytes(const void *mutex)
{
    int kind = ((const pthread_mutex_t *)mutex)->__data.__kind & 3;
    return kind == PTHREAD_MUTEX_RECURSIVE_NP    ? RD_MUTEX_RECURSIVE
           : kind == PTHREAD_MUTEX_ERRORCHECK_NP ? RD_MUTEX_ERROR_CHECKING
                                                 : RD_MUTEX_NORMAL;
}

struct rd_object *rd_mutex(const void *address)
{
    return rd_object(rd_address(address), RD_CLASS_MUTEX);
}

/* the object before an acquire; a static initialiser may have made a new lock where an old one stood */
static struct rd_object *mutex_to_lock(const void *address)
{
    struct rd_object *mutex = rd_mutex(address);
    if (!mutex->initialised && !mutex->owner)
        mutex->type = (uint8_t)type_from_bytes(address);
    return mutex;
}

bool rd_mutex_is_free(const struct rd_thread *thread)
{
    return !rd_object(thread->pending.object, RD_CLASS_MUTEX)->owner;
}

/* also when the caller has it and will be told so */
static bool lock_can_return(const struct rd_thread *thread)
{
    const struct rd_object *mutex = rd_object(thread->pending.object, RD_CLASS_MUTEX);
    return !mutex->owner || (mutex->owner == thread && mutex->type != RD_MUTEX_NORMAL);
}

/* performs an acquire that need not wait any more */
static int acquire(struct rd_thread *thread, const void *address, uint8_t kind)
{
    struct rd_object *mutex = mutex_to_lock(address);
    uint8_t flags = 0;
    int result = 0;
    if (!mutex->owner) {
        mutex->owner = thread;
        mutex->depth = 1;
    } else if (mutex->type == RD_MUTEX_RECURSIVE) {
        mutex->depth++;
        flags = RD_FLAG_RECURSIVE;
    } else {
        result = EDEADLK;
        flags = RD_FLAG_MISUSE | RD_FLAG_FAILED;
    }
    rd_perform(thread, kind, flags, result, rd_address(address), 0, 0);
    return result;
}

int rd_mutex_lock(struct rd_thread *thread, const void *mutex)
{
    mutex_to_lock(mutex);
    rd_blocking(thread, RD_LOCK, rd_address(mutex), lock_can_return);
    return acquire(thread, mutex, RD_LOCK);
}

int rd_mutex_trylock(struct rd_thread *thread, const void *address)
{
    rd_visible(thread, RD_TRYLOCK, rd_address(address), 0);
    struct rd_object *mutex = mutex_to_lock(address);
    if (!mutex->owner || (mutex->owner == thread && mutex->type == RD_MUTEX_RECURSIVE))
        return acquire(thread, address, RD_TRYLOCK);
    rd_perform(thread, RD_TRYLOCK, RD_FLAG_FAILED, EBUSY, rd_address(address), 0, 0);
    return EBUSY;
}

int rd_mutex_timedlock(struct rd_thread *thread, const void *mutex, clockid_t clock, const struct timespec *until)
{
    if (!rd_is_valid_time(until)) { /* matters only where it would have to wait */
        int result = rd_mutex_trylock(thread, mutex);
        return result == EBUSY ? EINVAL : result;
    }
    mutex_to_lock(mutex);
    if (rd_timed(thread, RD_TIMEDLOCK, rd_address(mutex), lock_can_return, rd_deadline(thread, clock, until)))
        return acquire(thread, mutex, RD_TIMEDLOCK);
    rd_perform(thread, RD_TIMEDLOCK, RD_FLAG_FAILED, ETIMEDOUT, rd_address(mutex), 0, 0);
    return ETIMEDOUT;
}

int rd_mutex_unlock(struct rd_thread *thread, const void *address)
{
    rd_visible(thread, RD_UNLOCK, rd_address(address), 0);
    struct rd_object *mutex = rd_mutex(address);
    if (!mutex->owner && !mutex->initialised)
        mutex->type = (uint8_t)type_from_bytes(address);
    uint8_t flags = mutex->owner == thread ? 0 : RD_FLAG_MISUSE;
    int result = flags && mutex->type != RD_MUTEX_NORMAL ? EPERM : 0;
    if (result)
        flags |= RD_FLAG_FAILED;
    else if (mutex->depth > 1) {
        mutex->depth--;
        flags |= RD_FLAG_RECURSIVE;
    } else {
        mutex->owner = NULL;
        mutex->depth = 0;
    }
    rd_perform(thread, RD_UNLOCK, flags, result, rd_address(address), 0, 0);
    return result;
}

void rd_mutex_init(struct rd_thread *thread, const void *mutex, enum rd_mutex_type type)
{
    rd_visible(thread, RD_MUTEX_INIT, rd_address(mutex), 0);
    rd_reset_object(rd_address(mutex), RD_CLASS_MUTEX)->type = (uint8_t)type;
    rd_perform(thread, RD_MUTEX_INIT, 0, 0, rd_address(mutex), type, 0);
}

int rd_mutex_destroy(struct rd_thread *thread, const void *address)
{
    rd_visible(thread, RD_DESTROY, rd_address(address), 0);
    struct rd_object *mutex = rd_mutex(address);
    bool busy = mutex->owner;
    if (!busy)
        rd_forget_object(mutex);
    rd_perform(thread, RD_DESTROY, busy ? RD_FLAG_MISUSE | RD_FLAG_FAILED : 0, busy ? EBUSY : 0, rd_address(address), 0, 0);
    return busy ? EBUSY : 0;
}

/* ---- the names */

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pthread_mutex_init(mutex, attributes);
    int kind = PTHREAD_MUTEX_NORMAL, shared = PTHREAD_PROCESS_PRIVATE, robust = PTHREAD_MUTEX_STALLED;
    int error = rd_real.pthread_mutex_init(mutex, attributes); /* for a child, which uses the real one */
    if (error)
        return error;
    if (attributes) {
        pthread_mutexattr_gettype(attributes, &kind);
        pthread_mutexattr_getpshared(attributes, &shared);
        pthread_mutexattr_getrobust(attributes, &robust);
    }
    if (shared == PTHREAD_PROCESS_SHARED)
        rd_note_shared_object(mutex);
    rd_mutex_init(thread, mutex,
                  kind == PTHREAD_MUTEX_RECURSIVE    ? RD_MUTEX_RECURSIVE
                  : kind == PTHREAD_MUTEX_ERRORCHECK ? RD_MUTEX_ERROR_CHECKING
                                                     : RD_MUTEX_NORMAL);
    rd_mutex(mutex)->is_robust = robust == PTHREAD_MUTEX_ROBUST;
    any_robust |= robust == PTHREAD_MUTEX_ROBUST;
    return 0;
}

/* The one state that the model has no place for: the lock is held by nobody who could release it. */
static void refuse_if_held(struct rd_object *object)
{
    if (object->object_class != RD_CLASS_MUTEX || !object->is_robust || object->owner != rd_self)
        return;
    char place[24];
    RD_SAY("a thread ends while it holds the robust mutex ", rd_hexadecimal(object->address, place),
           ": EOWNERDEAD is not supported, the run ends here");
    rd_end_run(RD_OUTCOME_REFUSED);
}

void rd_look_at_robust_locks(void)
{
    if (any_robust)
        rd_each_object(refuse_if_held);
}

int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    return rd_enter() ? EINVAL : rd_real.pthread_mutex_consistent(mutex); /* none is ever left inconsistent */
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_mutex_destroy(thread, mutex) : rd_real.pthread_mutex_destroy(mutex);
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    struct rd_thread *thread = rd_enter_from(RD_CALLER);
    return thread ? rd_mutex_lock(thread, mutex) : rd_real.pthread_mutex_lock(mutex);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    struct rd_thread *thread = rd_enter_from(RD_CALLER);
    return thread ? rd_mutex_trylock(thread, mutex) : rd_real.pthread_mutex_trylock(mutex);
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_mutex_timedlock(thread, mutex, CLOCK_REALTIME, until) : rd_real.pthread_mutex_timedlock(mutex, until);
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_mutex_timedlock(thread, mutex, clock, until) : rd_real.pthread_mutex_clocklock(mutex, clock, until);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    struct rd_thread *thread = rd_enter_from(RD_CALLER);
    return thread ? rd_mutex_unlock(thread, mutex) : rd_real.pthread_mutex_unlock(mutex);
}

/* A spin lock is too small to hold a type: it counts as initialised, whoever sees it first. */
static const void *spin_lock(const volatile void *lock)
{
    struct rd_object *object = rd_mutex((const void *)lock);
    object->initialised = object->is_spin_lock = true;
    return (const void *)lock;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pthread_spin_init(lock, shared);
    rd_real.pthread_spin_init(lock, shared);
    if (shared == PTHREAD_PROCESS_SHARED)
        rd_note_shared_object((const void *)lock);
    rd_mutex_init(thread, (const void *)lock, RD_MUTEX_NORMAL);
    spin_lock(lock);
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_mutex_destroy(thread, (const void *)lock) : rd_real.pthread_spin_destroy(lock);
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_mutex_lock(thread, spin_lock(lock)) : rd_real.pthread_spin_lock(lock);
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_mutex_trylock(thread, spin_lock(lock)) : rd_real.pthread_spin_trylock(lock);
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_mutex_unlock(thread, spin_lock(lock)) : rd_real.pthread_spin_unlock(lock);
}
