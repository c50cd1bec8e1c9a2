// CONSTRUCT: a relaxed increment by another thread continues the release sequence
#include <pthread.h>
#include <stdatomic.h>

static int data, seen;
static atomic_int stage;

static void *first(void *arg) {
    (void)arg;
    data = 42;
    atomic_store_explicit(&stage, 1, memory_order_release);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    atomic_fetch_add_explicit(&stage, 1, memory_order_relaxed);
    return NULL;
}

static void *third(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&stage, memory_order_acquire) == 2)
        seen = data; // NORACE
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
