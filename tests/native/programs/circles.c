/* Threads that wait for each other while others could go on; argv[1] says how. main waits until they do, and returns. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "hooks.h"

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t left = PTHREAD_RWLOCK_INITIALIZER, right = PTHREAD_RWLOCK_INITIALIZER;
static sem_t have_one, have_other;
static pthread_t other;

static void *lock_one(void *unused)
{
    pthread_mutex_lock(&first);
    sem_post(&have_one);
    sem_wait(&have_other);
    pthread_mutex_lock(&second);
    return unused;
}

static void *lock_other(void *unused)
{
    pthread_mutex_lock(&second);
    sem_post(&have_other);
    sem_wait(&have_one);
    pthread_mutex_lock(&first);
    return unused;
}

static void *lock_other_timed(void *unused)
{
    struct timespec soon;
    pthread_mutex_lock(&second);
    sem_post(&have_other);
    sem_wait(&have_one);
    clock_gettime(CLOCK_REALTIME, &soon);
    pthread_mutex_timedlock(&first, &soon);
    pthread_mutex_unlock(&second);
    return unused;
}

static void *read_one(void *unused)
{
    pthread_rwlock_rdlock(&left);
    sem_post(&have_one);
    sem_wait(&have_other);
    pthread_rwlock_wrlock(&right);
    return unused;
}

static void *read_other(void *unused)
{
    pthread_rwlock_rdlock(&left);
    pthread_rwlock_unlock(&left);
    pthread_rwlock_rdlock(&right);
    sem_post(&have_other);
    sem_wait(&have_one);
    pthread_rwlock_wrlock(&left);
    return unused;
}

static void *join_other(void *unused)
{
    pthread_mutex_lock(&first);
    sem_post(&have_one);
    pthread_join(other, NULL);
    return unused;
}

static void *be_joined(void *unused)
{
    sem_wait(&have_one);
    pthread_mutex_lock(&first);
    return unused;
}

static void *release_of_another(void *unused)
{
    pthread_mutex_unlock(&first);
    return unused;
}

static void *run_long(void *unused)
{
    static unsigned long cell;
    for (;;) {
        __raddle_load8(&cell);
        __raddle_block((rd_site)1);
    }
    return unused;
}

static void handle(int signal)
{
    (void)signal;
}

static void start(void *(*one)(void *), void *(*another)(void *))
{
    pthread_t thread;
    pthread_create(&other, NULL, another, NULL);
    pthread_create(&thread, NULL, one, NULL);
}

int main(int count, char **arguments)
{
    const char *how = count > 1 ? arguments[1] : "";
    pthread_t thread;
    sem_init(&have_one, 0, 0);
    sem_init(&have_other, 0, 0);
    if (!strcmp(how, "locks"))
        start(lock_one, lock_other);
    else if (!strcmp(how, "timed"))
        start(lock_one, lock_other_timed);
    else if (!strcmp(how, "readers"))
        start(read_one, read_other);
    else if (!strcmp(how, "join"))
        start(join_other, be_joined);
    else if (!strcmp(how, "running")) {
        start(lock_one, lock_other);
        pthread_create(&thread, NULL, run_long, NULL);
        pthread_join(thread, NULL);
    } else if (!strcmp(how, "handlers")) {
        signal(SIGUSR1, handle);
        start(lock_one, lock_other);
    } else if (!strcmp(how, "released by another")) {
        pthread_mutex_lock(&first);
        pthread_create(&thread, NULL, release_of_another, NULL);
        pthread_mutex_lock(&first);
    }
    for (int i = 0; i < 100; i++)
        sched_yield();
    puts("bye");
    return 0;
}
