// CONSTRUCT: updates that commute with each other do not commute with a read of the counter
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int hits;

static void *two(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    atomic_fetch_add(&hits, 1); // TORN!
    atomic_fetch_add(&hits, 1); // TORN!
    RADDLE_ATOMIC_END();
    return arg;
}

static void *look(void *arg) {
    printf("%d\n", atomic_load(&hits)); // TORN!
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, two, NULL);
    pthread_create(&b, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
