// CONSTRUCT: double-checked locking with a relaxed flag: the table may not be there
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int table, seen[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
    if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
        pthread_mutex_lock(&lock);
        if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
            table = 9; // RACE!
            atomic_store_explicit(&ready, 1, memory_order_relaxed);
        }
        pthread_mutex_unlock(&lock);
    }
    return table; // RACE!
}

static void *first(void *arg) {
    (void)arg;
    seen[0] = get();
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    seen[1] = get();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
