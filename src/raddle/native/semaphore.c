/* Semaphores. Unnamed ones are modelled; one never initialised here has the count its bytes say. Named ones (sem_open) live
 * between processes: they are left to the real functions, with a warning. */
#include "runtime.h"

#include <limits.h>
#include <stdarg.h>

#define MAX_NAMED 64
static const sem_t *named[MAX_NAMED];

static bool is_named(const sem_t *semaphore)
{
    for (int i = 0; i < MAX_NAMED; i++)
        if (named[i] == semaphore)
            return true;
    return false;
}

/* the calling thread, or null where the real function is to be called */
static struct rd_thread *enter(const sem_t *semaphore)
{
    struct rd_thread *thread = rd_enter();
    return thread && RD_UNLIKELY(is_named(semaphore)) ? NULL : thread;
}

static struct rd_object *semaphore_at(uint64_t address)
{
    struct rd_object *semaphore = rd_object(address, RD_CLASS_SEMAPHORE);
    if (!semaphore->initialised) {
        semaphore->initialised = true;
        semaphore->value = *(const uint32_t *)address;
    }
    return semaphore;
}

static bool is_positive(const struct rd_thread *thread)
{
    return semaphore_at(thread->pending.object)->value > 0;
}

static int take(struct rd_thread *thread, const sem_t *address, uint8_t kind)
{
    uint64_t left = --semaphore_at(rd_address(address))->value;
    rd_perform(thread, kind, 0, 0, rd_address(address), left, 0);
    return 0;
}

static int fail(struct rd_thread *thread, const sem_t *address, uint8_t kind, int error)
{
    rd_perform(thread, kind, RD_FLAG_FAILED, -1, rd_address(address), semaphore_at(rd_address(address))->value, 0);
    errno = error;
    return -1;
}

static int timed_wait(struct rd_thread *thread, const sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    if (!rd_is_valid_time(until)) {
        rd_visible(thread, RD_SEM_TIMEDWAIT, rd_address(semaphore), 0);
        return fail(thread, semaphore, RD_SEM_TIMEDWAIT, EINVAL);
    }
    if (rd_timed(thread, RD_SEM_TIMEDWAIT, rd_address(semaphore), is_positive, rd_deadline(thread, clock, until)))
        return take(thread, semaphore, RD_SEM_TIMEDWAIT);
    return fail(thread, semaphore, RD_SEM_TIMEDWAIT, ETIMEDOUT);
}

/* ---- the names */

int sem_init(sem_t *address, int shared, unsigned value)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sem_init(address, shared, value);
    rd_visible(thread, RD_SEM_INIT, rd_address(address), 0);
    if (value > SEM_VALUE_MAX) {
        rd_perform(thread, RD_SEM_INIT, RD_FLAG_MISUSE | RD_FLAG_FAILED, -1, rd_address(address), 0, 0);
        errno = EINVAL;
        return -1;
    }
    rd_reset_object(rd_address(address), RD_CLASS_SEMAPHORE)->value = value;
    rd_perform(thread, RD_SEM_INIT, 0, 0, rd_address(address), value, 0);
    return 0;
}

int sem_destroy(sem_t *address)
{
    struct rd_thread *thread = enter(address);
    if (!thread)
        return rd_real.sem_destroy(address);
    rd_visible(thread, RD_DESTROY, rd_address(address), 0);
    rd_forget_object(semaphore_at(rd_address(address)));
    rd_perform(thread, RD_DESTROY, 0, 0, rd_address(address), 0, 0);
    return 0;
}

int sem_wait(sem_t *address)
{
    struct rd_thread *thread = enter(address);
    if (!thread)
        return rd_real.sem_wait(address);
    rd_blocking(thread, RD_SEM_WAIT, rd_address(address), is_positive);
    return take(thread, address, RD_SEM_WAIT);
}

int sem_trywait(sem_t *address)
{
    struct rd_thread *thread = enter(address);
    if (!thread)
        return rd_real.sem_trywait(address);
    rd_visible(thread, RD_SEM_TRYWAIT, rd_address(address), 0);
    if (semaphore_at(rd_address(address))->value)
        return take(thread, address, RD_SEM_TRYWAIT);
    return fail(thread, address, RD_SEM_TRYWAIT, EAGAIN);
}

int sem_timedwait(sem_t *address, const struct timespec *until)
{
    struct rd_thread *thread = enter(address);
    return thread ? timed_wait(thread, address, CLOCK_REALTIME, until) : rd_real.sem_timedwait(address, until);
}

int sem_clockwait(sem_t *address, clockid_t clock, const struct timespec *until)
{
    struct rd_thread *thread = enter(address);
    return thread ? timed_wait(thread, address, clock, until) : rd_real.sem_clockwait(address, clock, until);
}

int sem_post(sem_t *address)
{
    struct rd_thread *thread = enter(address);
    if (!thread)
        return rd_real.sem_post(address);
    rd_visible(thread, RD_SEM_POST, rd_address(address), 0);
    struct rd_object *semaphore = semaphore_at(rd_address(address));
    if (semaphore->value >= SEM_VALUE_MAX)
        return fail(thread, address, RD_SEM_POST, EOVERFLOW);
    rd_perform(thread, RD_SEM_POST, 0, 0, rd_address(address), ++semaphore->value, 0);
    return 0;
}

int sem_getvalue(sem_t *address, int *value)
{
    struct rd_thread *thread = enter(address);
    if (!thread)
        return rd_real.sem_getvalue(address, value);
    rd_visible(thread, RD_SEM_GET, rd_address(address), 0);
    *value = (int)semaphore_at(rd_address(address))->value;
    rd_perform(thread, RD_SEM_GET, 0, 0, rd_address(address), (uint64_t)*value, 0);
    rd_perform_write(thread, value, sizeof *value);
    return 0;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = va_arg(arguments, mode_t);
    unsigned value = va_arg(arguments, unsigned);
    va_end(arguments);
    sem_t *opened = rd_real.sem_open(name, flags, mode, value);
    if (rd_enter() && opened != SEM_FAILED) {
        RD_SAY("sem_open is not supported: the order of operations on ", name, " is not recorded");
        for (int i = 0; i < MAX_NAMED; i++)
            if (!named[i]) {
                named[i] = opened;
                break;
            }
    }
    return opened;
}

int sem_close(sem_t *semaphore)
{
    for (int i = 0; i < MAX_NAMED; i++)
        if (named[i] == semaphore)
            named[i] = NULL;
    return rd_real.sem_close(semaphore);
}
