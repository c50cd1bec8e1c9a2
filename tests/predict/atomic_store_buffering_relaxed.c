// CONSTRUCT: store buffering with relaxed atomics, judged under sequential consistency: not both read 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_y = -1, seen_x = -1;

static void *first(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    seen_x = atomic_load_explicit(&x, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen_x + seen_y >= 1); // HOLDS
    assert(seen_x == 1); // FAILS
    return 0;
}
