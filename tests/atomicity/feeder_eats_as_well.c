// CONSTRUCT: the same, but the two others are one block
// ATOMIC: step other
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int input = 1, output = 1;

static void step(void) {
    int seen = atomic_load(&input); // TORN!
    atomic_store(&output, seen + 1); // TORN!
}

static int other(void) {
    atomic_store(&input, 5); // TORN!
    return atomic_load(&output); // TORN!
}

static void *stepper(void *arg) {
    step();
    return arg;
}

static void *feeder(void *arg) {
    printf("%d\n", other());
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, stepper, NULL);
    pthread_create(&b, NULL, feeder, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
