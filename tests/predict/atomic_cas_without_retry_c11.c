// CONSTRUCT: the same in C11: the compiler branches on the failure, to store what was seen in `old`
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *increment(void *arg) {
    (void)arg;
    int old = atomic_load(&x);
    atomic_compare_exchange_strong(&x, &old, old + 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x >= 1); // HOLDS
    assert(x == 2); // HOLDS: fails only off the path, where an exchange fails
    return 0;
}
