/* C11 <threads.h> on the same model as the pthread names. Each name passes through where the real call is to be made. */
#include "runtime.h"

static int thrd_result(int error)
{
    return !error ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout
           : error == ENOMEM || error == EAGAIN ? thrd_nomem : thrd_error;
}

/* ---- threads */

int thrd_create(thrd_t *handle, thrd_start_t start, void *argument)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.thrd_create(handle, start, argument);
    return thrd_result(
        rd_create_thread(thread, (pthread_t *)handle, NULL, (void *(*)(void *))(uintptr_t)start, argument, true));
}

int thrd_join(thrd_t handle, int *result)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.thrd_join(handle, result);
    void *returned = NULL;
    int error = rd_join_thread(thread, handle, NULL, &returned, RD_JOIN_WAIT, 0);
    if (!error && result) {
        *result = (int)(intptr_t)returned;
        rd_perform_write(thread, result, sizeof *result);
    }
    return thrd_result(error);
}

int thrd_detach(thrd_t handle)
{
    struct rd_thread *thread = rd_enter();
    return thread ? thrd_result(rd_detach_thread(thread, handle)) : rd_real.thrd_detach(handle);
}

void thrd_exit(int result)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        pthread_exit((void *)(intptr_t)result);
    rd_real.thrd_exit(result);
    __builtin_unreachable();
}

void thrd_yield(void)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_yield(thread);
    else
        rd_real.thrd_yield();
}

int thrd_sleep(const struct timespec *asked, struct timespec *left)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.thrd_sleep(asked, left);
    return nanosleep(asked, left);
}

/* ---- mutexes */

int mtx_init(mtx_t *mutex, int type)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.mtx_init(mutex, type);
    rd_real.mtx_init(mutex, type);
    rd_mutex_init(thread, mutex, type & mtx_recursive ? RD_MUTEX_RECURSIVE : RD_MUTEX_NORMAL);
    return thrd_success;
}

void mtx_destroy(mtx_t *mutex)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_mutex_destroy(thread, mutex);
    else
        rd_real.mtx_destroy(mutex);
}

int mtx_lock(mtx_t *mutex)
{
    struct rd_thread *thread = rd_enter();
    return thread ? thrd_result(rd_mutex_lock(thread, mutex)) : rd_real.mtx_lock(mutex);
}

int mtx_trylock(mtx_t *mutex)
{
    struct rd_thread *thread = rd_enter();
    return thread ? thrd_result(rd_mutex_trylock(thread, mutex)) : rd_real.mtx_trylock(mutex);
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? thrd_result(rd_mutex_timedlock(thread, mutex, CLOCK_REALTIME, until)) : rd_real.mtx_timedlock(mutex, until);
}

int mtx_unlock(mtx_t *mutex)
{
    struct rd_thread *thread = rd_enter();
    return thread ? thrd_result(rd_mutex_unlock(thread, mutex)) : rd_real.mtx_unlock(mutex);
}

/* ---- conditions */

int cnd_init(cnd_t *condition)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.cnd_init(condition);
    rd_condition_init(thread, condition, CLOCK_REALTIME);
    return thrd_success;
}

void cnd_destroy(cnd_t *condition)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_condition_destroy(thread, condition);
    else
        rd_real.cnd_destroy(condition);
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    struct rd_thread *thread = rd_enter();
    return thread ? thrd_result(rd_condition_wait(thread, condition, mutex, NULL, -1)) : rd_real.cnd_wait(condition, mutex);
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until)
{
    struct rd_thread *thread = rd_enter();
    return thread ? thrd_result(rd_condition_wait(thread, condition, mutex, until, -1))
                  : rd_real.cnd_timedwait(condition, mutex, until);
}

int cnd_signal(cnd_t *condition)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.cnd_signal(condition);
    rd_condition_signal(thread, condition);
    return thrd_success;
}

int cnd_broadcast(cnd_t *condition)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.cnd_broadcast(condition);
    rd_condition_broadcast(thread, condition);
    return thrd_success;
}

/* ---- once and thread-specific storage */

void call_once(once_flag *flag, void (*routine)(void))
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_once(thread, (pthread_once_t *)flag, routine); /* both are an int */
    else
        rd_real.call_once(flag, routine);
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    struct rd_thread *thread = rd_enter();
    return thread ? thrd_result(rd_key_create(thread, key, destructor)) : rd_real.tss_create(key, destructor);
}

void tss_delete(tss_t key)
{
    if (rd_enter())
        rd_key_delete(key);
    else
        rd_real.tss_delete(key);
}

int tss_set(tss_t key, void *value)
{
    struct rd_thread *thread = rd_enter();
    return thread ? thrd_result(rd_set_specific(thread, key, value)) : rd_real.tss_set(key, value);
}

void *tss_get(tss_t key)
{
    struct rd_thread *thread = rd_enter();
    return thread ? rd_get_specific(thread, key) : rd_real.tss_get(key);
}
