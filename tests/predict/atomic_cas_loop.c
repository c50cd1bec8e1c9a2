// CONSTRUCT: increments by a compare-and-swap loop: none is lost
// EXPLORE: -DAGAIN=exit(0)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include <stdlib.h>
#ifndef AGAIN
#define AGAIN
#endif

static atomic_int x;

static void *increment(void *arg) {
    (void)arg;
    int old = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &old, old + 1)) {
        AGAIN;
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // HOLDS
    return 0;
}
