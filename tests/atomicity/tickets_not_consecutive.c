// CONSTRUCT: atomic updates whose results are used: two tickets of one block are not neighbours
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int next;

static void *two(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    int left = atomic_fetch_add(&next, 1); // TORN!
    int right = atomic_fetch_add(&next, 1); // TORN!
    RADDLE_ATOMIC_END();
    printf("%d %d\n", left, right);
    return arg;
}

static void *one(void *arg) {
    atomic_fetch_add(&next, 1); // TORN!
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, two, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
