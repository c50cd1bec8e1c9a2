// CONSTRUCT: W-W-R: what the block left in a shared scratch cell is not what it finds there; figure 1(b) without the wait
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int scratch;

static void *compute(void *arg) {
    RADDLE_ATOMIC;
    atomic_store(&scratch, 1); // TORN!
    int result = atomic_load(&scratch) + 1; // TORN!
    printf("%d\n", result);
    return arg;
}

static void *disturb(void *arg) {
    atomic_store(&scratch, 3); // TORN!
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, compute, NULL);
    pthread_create(&b, NULL, disturb, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
