// CONSTRUCT: a spin lock by compare-and-swap
#include <pthread.h>
#include <stdatomic.h>

static int counter;
static atomic_int owner;

static void enter(void) {
    int free = 0;
    while (!atomic_compare_exchange_weak_explicit(&owner, &free, 1, memory_order_acquire, memory_order_relaxed))
        free = 0;
}

static void leave(void) {
    atomic_store_explicit(&owner, 0, memory_order_release);
}

static void *worker(void *arg) {
    (void)arg;
    enter();
    counter++;
    leave();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
