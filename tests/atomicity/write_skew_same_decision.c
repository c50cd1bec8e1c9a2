// CONSTRUCT: what the blocks read of each other feeds conditions only, and these do not change
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int mine = 100, yours = 100;

static void *one(void *arg) {
    RADDLE_ATOMIC;
    if (atomic_load(&yours) >= 0) // ATOMIC: it is 100 or 50
        atomic_store(&mine, 50);
    return arg;
}

static void *other(void *arg) {
    RADDLE_ATOMIC;
    if (atomic_load(&mine) >= 0)
        atomic_store(&yours, 50);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", mine, yours);
    return 0;
}
