// CONSTRUCT: a switch goes another way for the new value
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int mode = 7;

static void *work(void *arg) {
    RADDLE_ATOMIC;
    for (int i = 0; i < 2; i++) {
        switch (atomic_load(&mode)) { // TORN!
        case 0:
            puts("zero");
            break;
        default:
            puts("other");
        }
    }
    return arg;
}

static void *change(void *arg) {
    atomic_store(&mode, 0); // TORN!
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, change, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
