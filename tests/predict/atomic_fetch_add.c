// CONSTRUCT: atomic increments: none is lost, every old value is seen once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int olds[2];

static void *first(void *arg) {
    (void)arg;
    olds[0] = atomic_fetch_add(&x, 1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    olds[1] = atomic_fetch_add(&x, 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // HOLDS
    assert(olds[0] + olds[1] == 1); // HOLDS
    assert(olds[0] == 0); // FAILS
    return 0;
}
