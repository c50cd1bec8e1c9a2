/* Semaphores. One never initialised here has the count its bytes say. Named ones (sem_open) are the same, as long as only this
 * process uses them; their bytes are kept up to date, for they outlive the process. */
#include "runtime.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>

static struct rd_object *semaphore_at(uint64_t address)
{
    struct rd_object *semaphore = rd_object(address, RD_CLASS_SEMAPHORE);
    if (!semaphore->initialised) {
        semaphore->initialised = true;
        semaphore->value = *(const uint32_t *)address;
    }
    return semaphore;
}

/* what other processes would see */
static void keep(struct rd_object *semaphore)
{
    if (semaphore->is_named)
        *(uint32_t *)semaphore->address = (uint32_t)semaphore->value;
}

static bool is_positive(const struct rd_thread *thread)
{
    return semaphore_at(thread->pending.object)->value > 0;
}

static int take(struct rd_thread *thread, const sem_t *address, uint8_t kind)
{
    uint64_t left = --semaphore_at(rd_address(address))->value;
    keep(semaphore_at(rd_address(address)));
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
    enum rd_timed outcome = rd_timed_or_interrupted(thread, RD_SEM_TIMEDWAIT, rd_address(semaphore), is_positive,
                                                    rd_deadline(thread, clock, until), RD_RESTARTED);
    if (outcome == RD_IN_TIME)
        return take(thread, semaphore, RD_SEM_TIMEDWAIT);
    return fail(thread, semaphore, RD_SEM_TIMEDWAIT, outcome == RD_TIMED_OUT ? ETIMEDOUT : EINTR);
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
    rd_real.sem_init(address, shared, value);
    if (shared)
        rd_note_shared_object(address);
    rd_reset_object(rd_address(address), RD_CLASS_SEMAPHORE)->value = value;
    rd_perform(thread, RD_SEM_INIT, 0, 0, rd_address(address), value, 0);
    return 0;
}

int sem_destroy(sem_t *address)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sem_destroy(address);
    rd_visible(thread, RD_DESTROY, rd_address(address), 0);
    rd_forget_object(semaphore_at(rd_address(address)));
    rd_perform(thread, RD_DESTROY, 0, 0, rd_address(address), 0, 0);
    return 0;
}

int sem_wait(sem_t *address)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sem_wait(address);
    if (rd_blocking_or_interrupted(thread, RD_SEM_WAIT, rd_address(address), is_positive, RD_RESTARTED))
        return take(thread, address, RD_SEM_WAIT);
    return fail(thread, address, RD_SEM_WAIT, EINTR);
}

int sem_trywait(sem_t *address)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sem_trywait(address);
    rd_visible(thread, RD_SEM_TRYWAIT, rd_address(address), 0);
    if (semaphore_at(rd_address(address))->value)
        return take(thread, address, RD_SEM_TRYWAIT);
    return fail(thread, address, RD_SEM_TRYWAIT, EAGAIN);
}

int sem_timedwait(sem_t *address, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? timed_wait(thread, address, CLOCK_REALTIME, until) : rd_real.sem_timedwait(address, until);
}

int sem_clockwait(sem_t *address, clockid_t clock, const struct timespec *until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? timed_wait(thread, address, clock, until) : rd_real.sem_clockwait(address, clock, until);
}

int sem_post(sem_t *address)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sem_post(address);
    rd_visible(thread, RD_SEM_POST, rd_address(address), 0);
    struct rd_object *semaphore = semaphore_at(rd_address(address));
    if (semaphore->value >= SEM_VALUE_MAX)
        return fail(thread, address, RD_SEM_POST, EOVERFLOW);
    semaphore->value++;
    keep(semaphore);
    rd_perform(thread, RD_SEM_POST, 0, 0, rd_address(address), semaphore->value, 0);
    return 0;
}

int sem_getvalue(sem_t *address, int *value)
{
    struct rd_thread *thread = rd_enter();
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
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    unsigned value = flags & O_CREAT ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    sem_t *opened = rd_real.sem_open(name, flags, mode, value);
    if (rd_enter() && opened != SEM_FAILED) {
        semaphore_at(rd_address(opened))->is_named = true;
        rd_note_shared_object(opened);
    }
    return opened;
}

int sem_close(sem_t *semaphore)
{
    uint64_t place = rd_address(semaphore);
    unsigned char resident;
    int result = rd_real.sem_close(semaphore);
    bool gone = RD_SYSCALL3(SYS_mincore, place & ~(RD_PAGE - 1ull), 1, &resident) != 0;
    if (rd_enter() && gone)
        rd_forget_object(rd_object(place, RD_CLASS_SEMAPHORE));
    return result;
}
