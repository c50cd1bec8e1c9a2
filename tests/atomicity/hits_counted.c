// CONSTRUCT: atomic updates that commute, and nobody looks at their results
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int hits;

static void *two(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    atomic_fetch_add(&hits, 1); // ATOMIC
    atomic_fetch_add(&hits, 1);
    RADDLE_ATOMIC_END();
    return arg;
}

static void *more(void *arg) {
    atomic_fetch_add(&hits, 5);
    atomic_fetch_sub(&hits, 2);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, two, NULL);
    pthread_create(&b, NULL, more, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", hits);
    return 0;
}
