// CONSTRUCT: one thread comes behind the block's first access, another one before its last: the block can be between them
// ATOMIC: step
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int input = 1, output = 1;

static void step(void) {
    int seen = atomic_load(&input); // ATOMIC
    atomic_store(&output, seen + 1);
}

static void *stepper(void *arg) {
    step();
    return arg;
}

static void *feeder(void *arg) {
    atomic_store(&input, 5);
    return arg;
}

static void *eater(void *arg) {
    printf("%d\n", atomic_load(&output));
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, stepper, NULL);
    pthread_create(&b, NULL, feeder, NULL);
    pthread_create(&c, NULL, eater, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
