// CONSTRUCT: a ring buffer for one producer and one consumer, acquire and release
#include <pthread.h>
#include <stdatomic.h>

enum { capacity = 2 };
static int ring[capacity], sum;
static atomic_uint head, tail;

static void *producer(void *arg) {
    (void)arg;
    for (int i = 1; i <= 2; i++) {
        unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
        if (at - atomic_load_explicit(&head, memory_order_acquire) < capacity) {
            ring[at % capacity] = i;
            atomic_store_explicit(&tail, at + 1, memory_order_release);
        }
    }
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    for (int i = 1; i <= 2; i++) {
        unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
        if (atomic_load_explicit(&tail, memory_order_acquire) != at) {
            sum += ring[at % capacity];
            atomic_store_explicit(&head, at + 1, memory_order_release);
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
