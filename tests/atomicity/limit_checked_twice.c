// CONSTRUCT: two looks at a limit feed conditions only: the write between them changes only the second one
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int load = 10;

static void *admit(void *arg) {
    RADDLE_ATOMIC;
    if (atomic_load(&load) < 20) { // ATOMIC: 10 or 15
        if (atomic_load(&load) < 12)
            puts("admitted");
    }
    return arg;
}

static void *grow(void *arg) {
    atomic_store(&load, 15);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, admit, NULL);
    pthread_create(&b, NULL, grow, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
