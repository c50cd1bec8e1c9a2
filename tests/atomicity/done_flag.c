// CONSTRUCT: the other thread cleans up only where the flag behind the block is up
// ATOMIC: produce
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int item, sum;
static atomic_int done;

static void produce(void) {
    item = 4; // ATOMIC
    sum = sum + item;
    item = item + 1;
}

static void *producer(void *arg) {
    produce();
    atomic_store_explicit(&done, 1, memory_order_release);
    return arg;
}

static void *cleaner(void *arg) {
    if (atomic_load_explicit(&done, memory_order_acquire)) {
        item = 0;
        sum = 0;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, cleaner, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sum);
    return 0;
}
