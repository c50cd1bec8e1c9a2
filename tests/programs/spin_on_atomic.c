// CONSTRUCT: a spin loop on an atomic flag that another thread sets
// EXIT: 0
// OUTPUT: 42\n
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int ready;
static int data, seen;

static void *waiter(void *arg) {
    (void)arg;
    while (atomic_load_explicit(&ready, memory_order_acquire) == 0)
        ;
    seen = data;
    return NULL;
}

static void *setter(void *arg) {
    (void)arg;
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen == 42);
    printf("%d\n", seen);
    return 0;
}
