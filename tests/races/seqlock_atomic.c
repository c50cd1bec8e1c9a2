// CONSTRUCT: a sequence lock whose data is read and written by relaxed atomics
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int x, y;
static int seen;

static void *writer(void *arg) {
    (void)arg;
    atomic_fetch_add(&sequence, 1);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    atomic_fetch_add(&sequence, 1);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    unsigned before = atomic_load(&sequence);
    int sum = atomic_load_explicit(&x, memory_order_relaxed);
    sum += atomic_load_explicit(&y, memory_order_relaxed);
    if (before % 2 == 0 && atomic_load(&sequence) == before)
        seen = sum;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
