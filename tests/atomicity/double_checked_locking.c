// CONSTRUCT: double-checked locking: whoever sees that it is ready sees all of it, and nobody changes it again
// ATOMIC: get
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int table[2];
static atomic_int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int get(int index) {
    if (!atomic_load_explicit(&ready, memory_order_acquire)) { // ATOMIC
        pthread_mutex_lock(&lock);
        if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
            table[0] = 10;
            table[1] = 20;
            atomic_store_explicit(&ready, 1, memory_order_release);
        }
        pthread_mutex_unlock(&lock);
    }
    return table[index];
}

static void *first(void *arg) {
    printf("%d\n", get(0));
    return arg;
}

static void *second(void *arg) {
    printf("%d\n", get(1));
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
