// CONSTRUCT: the same, and the write between the two looks changes both
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int load = 10;

static void *admit(void *arg) {
    RADDLE_ATOMIC;
    if (atomic_load(&load) < 20) { // TORN!
        if (atomic_load(&load) < 12) // TORN!
            puts("admitted");
    }
    return arg;
}

static void *grow(void *arg) {
    atomic_store(&load, 25); // TORN!
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
