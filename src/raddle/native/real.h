/* The functions of libc that the runtime stands in front of: rd_real.name is the real one, resolved by real.c at the start. */
#ifndef RADDLE_REAL_H
#define RADDLE_REAL_H
#undef NDEBUG /* assert.h is to declare its functions */
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define RD_REAL_FUNCTIONS(X) \
    X(pthread_create) X(pthread_join) X(pthread_detach) X(pthread_exit) X(pthread_tryjoin_np) X(pthread_timedjoin_np) \
    X(pthread_cancel) X(pthread_setcancelstate) X(pthread_setcanceltype) X(pthread_testcancel) X(pthread_getattr_np) X(sched_yield) \
    X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock) X(pthread_mutex_trylock) \
    X(pthread_mutex_timedlock) X(pthread_mutex_clocklock) X(pthread_mutex_unlock) X(pthread_mutex_consistent) \
    X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock) X(pthread_spin_trylock) X(pthread_spin_unlock) \
    X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) X(pthread_rwlock_wrlock) \
    X(pthread_rwlock_tryrdlock) X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedrdlock) \
    X(pthread_rwlock_timedwrlock) X(pthread_rwlock_clockrdlock) X(pthread_rwlock_clockwrlock) X(pthread_rwlock_unlock) \
    X(pthread_cond_init) X(pthread_cond_destroy) X(pthread_cond_wait) X(pthread_cond_timedwait) \
    X(pthread_cond_clockwait) X(pthread_cond_signal) X(pthread_cond_broadcast) \
    X(sem_init) X(sem_destroy) X(sem_open) X(sem_close) X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_clockwait) \
    X(sem_post) X(sem_getvalue) \
    X(pthread_barrier_init) X(pthread_barrier_destroy) X(pthread_barrier_wait) X(pthread_once) \
    X(pthread_key_create) X(pthread_key_delete) X(pthread_setspecific) X(pthread_getspecific) \
    X(thrd_create) X(thrd_join) X(thrd_exit) X(thrd_detach) X(thrd_yield) X(thrd_sleep) \
    X(mtx_init) X(mtx_destroy) X(mtx_lock) X(mtx_trylock) X(mtx_timedlock) X(mtx_unlock) \
    X(cnd_init) X(cnd_destroy) X(cnd_wait) X(cnd_timedwait) X(cnd_signal) X(cnd_broadcast) X(call_once) \
    X(tss_create) X(tss_delete) X(tss_set) X(tss_get) \
    X(malloc) X(calloc) X(realloc) X(reallocarray) X(free) X(posix_memalign) X(aligned_alloc) X(memalign) X(valloc) \
    X(malloc_usable_size) X(strdup) X(strndup) \
    X(__assert_fail) X(__assert) X(__assert_perror_fail) X(abort) X(exit) X(_exit) X(_Exit) X(quick_exit) X(on_exit) \
    X(sleep) X(usleep) X(nanosleep) X(clock_nanosleep) X(time) X(gettimeofday) X(clock_gettime) X(timespec_get) X(clock) \
    X(rand) X(random) X(lrand48) X(mrand48) X(drand48) X(getpid) X(getppid) X(gettid) X(getrandom) X(getentropy) \
    X(fork) X(daemon) X(read) X(readv) X(recv) X(recvfrom) X(recvmsg) X(accept) X(accept4) X(write) X(writev) X(send) X(sendto) \
    X(sendmsg) X(poll) X(select) X(epoll_wait) X(epoll_pwait) X(flock) X(wait) X(waitpid) \
    X(wait3) X(wait4) X(kill) X(sigqueue) X(signal) X(sigaction) X(timer_create) X(syscall) \
    X(timer_settime) X(timer_gettime) X(timer_delete) X(timer_getoverrun) X(alarm) X(setitimer) X(getitimer) \
    X(sigprocmask) X(pthread_sigmask) X(raise) X(pthread_kill) X(pthread_sigqueue) X(pause) X(sigsuspend) X(sigwait) \
    X(sigwaitinfo) X(sigtimedwait) X(sigpending) X(signalfd) X(longjmp) X(_longjmp) X(siglongjmp) \
    X(flockfile) X(ftrylockfile) X(funlockfile) \
    X(open) X(open64) X(fopen) X(fopen64) X(readlink)

/* Our definitions are weak: a program that defines one of the names itself gets its own, as without us. */
#define RD_PRAGMA(text) _Pragma(#text)
#define RD_WEAK_NAME(name) RD_PRAGMA(weak name)
RD_REAL_FUNCTIONS(RD_WEAK_NAME)
#undef RD_WEAK_NAME

#pragma GCC visibility push(hidden)
struct rd_real {
#define RD_REAL_POINTER(name) __typeof__(&name) name;
    RD_REAL_FUNCTIONS(RD_REAL_POINTER)
#undef RD_REAL_POINTER
};
extern struct rd_real rd_real;
/* no header declares these */
extern int (*rd_real_thread_atexit)(void (*)(void *), void *, void *);
extern int (*rd_real_atexit)(void (*)(void *), void *, void *);
extern int (*rd_real_at_quick_exit)(void (*)(void *), void *);

void rd_resolve_real_functions(void);
#pragma GCC visibility pop
#endif
