// CONSTRUCT: an atomic reference count: exactly one sees zero
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int references = 2;
static atomic_int freed;

static void *drop(void *arg) {
    (void)arg;
    int left = atomic_fetch_sub(&references, 1) - 1;
    atomic_fetch_add(&freed, left == 0);
    assert(left >= 0); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, drop, NULL);
    pthread_create(&t2, NULL, drop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(references == 0); // HOLDS
    assert(freed == 1); // HOLDS
    return 0;
}
