// A wheel of timers: one thread sets and cancels them, another one ticks and lets them go off.
// BUG: memory: a timer is cancelled, and freed, while it goes off outside of the lock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef N
#define N 5
#endif
#define SLOTS 4

struct timer { struct timer *next; int *counter; };
static struct timer *wheel[SLOTS];
static int went_off, cancelled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct timer *set(int at) {
    struct timer *timer = malloc(sizeof *timer);
    timer->counter = &went_off;
    pthread_mutex_lock(&lock);
    timer->next = wheel[at % SLOTS];
    wheel[at % SLOTS] = timer;
    pthread_mutex_unlock(&lock);
    return timer;
}

static void cancel(struct timer *timer, int at) {
    pthread_mutex_lock(&lock);
    struct timer **link = &wheel[at % SLOTS];
    while (*link && *link != timer)
        link = &(*link)->next;
    if (*link) {
        *link = timer->next;
        free(timer);
        cancelled++;
    }
    pthread_mutex_unlock(&lock);
}

static void tick(int at) {
    pthread_mutex_lock(&lock);
    struct timer *timer = wheel[at % SLOTS];
#ifdef BUG
    pthread_mutex_unlock(&lock);
    for (; timer; timer = timer->next) {
        pthread_mutex_lock(&lock);
        ++*timer->counter;
        pthread_mutex_unlock(&lock);
    }
#else
    wheel[at % SLOTS] = NULL;
    while (timer) {
        struct timer *next = timer->next;
        ++*timer->counter;
        free(timer);
        timer = next;
    }
    pthread_mutex_unlock(&lock);
#endif
}

static void *drive(void *arg) {
    for (int i = 0; i < N; i++)
        tick(i);
    return arg;
}

int main(void) {
    pthread_t driver;
    pthread_create(&driver, NULL, drive, NULL);
    for (int i = 0; i < N; i++)
        cancel(set(i), i);
    pthread_join(driver, NULL);
#ifndef BUG
    assert(went_off + cancelled == N);
#endif
    return 0;
}
