// CONSTRUCT: a spin lock that is given back before the store
// EXPLORE: -DAGAIN=exit(0)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include <stdlib.h>
#ifndef AGAIN
#define AGAIN
#endif

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int x;

static void *increment(void *arg) {
    (void)arg;
    while (atomic_flag_test_and_set(&busy)) {
        AGAIN;
    }
    int before = x;
    atomic_flag_clear(&busy);
    x = before + 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // FAILS
    return 0;
}
