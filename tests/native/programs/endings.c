/* Ways to end; argv[1] says which. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "hooks.h"

void reach_error(void);
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static sem_t both;

static void *other_order(void *unused)
{
    pthread_mutex_lock(&second);
    sem_post(&both);
    pthread_mutex_lock(&first);
    return unused;
}

static void *run_long(void *unused)
{
    static unsigned long cell;
    for (;; cell++) { /* or it would seem to wait, and give way */
        __raddle_load8(&cell);
        __raddle_block((rd_site)1);
    }
    return unused;
}

static void *say_late(void *unused)
{
    sleep(1);
    puts("late");
    return unused;
}

static void say_bye(void)
{
    puts("bye");
}

int main(int count, char **arguments)
{
    const char *how = count > 1 ? arguments[1] : "";
    pthread_t thread;
    atexit(say_bye);
    if (!strcmp(how, "deadlock")) {
        sem_init(&both, 0, 0);
        pthread_create(&thread, NULL, other_order, NULL);
        pthread_mutex_lock(&first);
        sem_wait(&both);
        pthread_mutex_lock(&second);
    } else if (!strcmp(how, "self")) {
        pthread_mutex_lock(&first);
        pthread_mutex_lock(&first);
    } else if (!strcmp(how, "assert")) {
        int balance = count;
        assert(balance == 200);
    } else if (!strcmp(how, "error")) {
        reach_error();
    } else if (!strcmp(how, "assume")) {
        __VERIFIER_assume(__VERIFIER_nondet_int() == 5);
        printf("%d\n", __VERIFIER_nondet_int());
    } else if (!strcmp(how, "kill")) {
        pthread_create(&thread, NULL, run_long, NULL);
        for (int i = 0; i < 50; i++)
            sched_yield();
        kill(getpid(), SIGKILL);
    } else if (!strcmp(how, "double free")) {
        char *volatile block = malloc(10);
        free(block);
        free(block);
    } else if (!strcmp(how, "main first")) {
        pthread_create(&thread, NULL, say_late, NULL);
        pthread_exit(NULL);
    } else if (!strcmp(how, "no join")) {
        pthread_create(&thread, NULL, say_late, NULL);
        return 3;
    }
    return 0;
}
