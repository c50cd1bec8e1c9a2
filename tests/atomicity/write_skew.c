// CONSTRUCT: two blocks against each other: each reads what the other one writes (in both, the read comes first)
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int here, there;

static void *one(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    int seen = atomic_load(&there); // TORN!
    atomic_store(&here, seen + 1); // TORN!
    RADDLE_ATOMIC_END();
    return arg;
}

static void *other(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    int seen = atomic_load(&here); // TORN!
    atomic_store(&there, seen + 2); // TORN!
    RADDLE_ATOMIC_END();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", here, there);
    return 0;
}
