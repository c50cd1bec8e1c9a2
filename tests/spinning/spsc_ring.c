/* A ring for one producer and one consumer, release and acquire, both spinning; ITEMS pass through 4 places. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ITEMS
#define ITEMS 10
#endif
#define PLACES 4

static int ring[PLACES];
static atomic_uint head, tail;

static void *produce(void *unused)
{
    for (int item = 1; item <= ITEMS; item++) {
        unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
        while (at - atomic_load_explicit(&head, memory_order_acquire) == PLACES)
            ;
        ring[at % PLACES] = item;
        atomic_store_explicit(&tail, at + 1, memory_order_release);
    }
    return unused;
}

int main(void)
{
    pthread_t producer;
    int sum = 0;
    pthread_create(&producer, 0, produce, 0);
    for (int item = 1; item <= ITEMS; item++) {
        unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
        while (atomic_load_explicit(&tail, memory_order_acquire) == at)
            ;
        sum += ring[at % PLACES];
        atomic_store_explicit(&head, at + 1, memory_order_release);
    }
    pthread_join(producer, 0);
    assert(sum == ITEMS * (ITEMS + 1) / 2);
}
