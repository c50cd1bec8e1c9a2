// CONSTRUCT: figure 1(a) with a condition that holds from the beginning
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static void *one(void *arg) {
    RADDLE_ATOMIC;
    int a = atomic_load(&x); // TORN!
    atomic_store(&x, a + 1); // TORN!
    return arg;
}

static void *two(void *arg) {
    int b = atomic_load(&x);
    if (b >= 0)
        atomic_store(&x, 5); // TORN!
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", x);
    return 0;
}
