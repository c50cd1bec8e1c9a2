// A ring for one who puts in and one who takes out, with acquire and release.
// BUG: race: the head is published by a relaxed store
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#ifndef N
#define N 5
#endif
#define SLOTS 4
#ifdef BUG
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static int slots[SLOTS];
static atomic_uint head, tail;

static void *produce(void *arg) {
    for (unsigned i = 0; i < N; i++) {
        while (i - atomic_load_explicit(&tail, memory_order_acquire) == SLOTS)
            sched_yield();
        slots[i % SLOTS] = (int)i;
        atomic_store_explicit(&head, i + 1, PUBLISH);
    }
    return arg;
}

static void *consume(void *arg) {
    for (unsigned i = 0; i < N; i++) {
        while (atomic_load_explicit(&head, memory_order_acquire) == i)
            sched_yield();
        assert(slots[i % SLOTS] == (int)i);
        atomic_store_explicit(&tail, i + 1, memory_order_release);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
