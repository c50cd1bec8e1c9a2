// CONSTRUCT: the index is read from shared memory, and may be the same for both
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int turn, slot[2];

static void *fill(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    int mine = atomic_load(&turn); // TORN!
    atomic_store(&slot[mine], 1); // TORN!
    int seen = atomic_load(&slot[mine]); // TORN!
    RADDLE_ATOMIC_END();
    printf("%d\n", seen);
    return arg;
}

static void *step(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    int theirs = atomic_load(&turn);
    atomic_store(&slot[theirs], 2); // TORN!
    atomic_store(&turn, 1 - theirs); // TORN!
    RADDLE_ATOMIC_END();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, fill, NULL);
    pthread_create(&b, NULL, step, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
