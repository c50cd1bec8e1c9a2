// CONSTRUCT: the release fence stands behind the store
#include <pthread.h>
#include <stdatomic.h>

static int data, seen;
static atomic_int ready;

static void *sender(void *arg) {
    (void)arg;
    data = 42; // RACE!
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        seen = data; // RACE!
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sender, NULL);
    pthread_create(&t2, NULL, receiver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
