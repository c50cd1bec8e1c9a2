// CONSTRUCT: a worker is told to stop by a relaxed flag, and nothing else is shared
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool stop;
static int rounds;

static void *worker(void *arg) {
    (void)arg;
    while (!atomic_load_explicit(&stop, memory_order_relaxed))
        rounds++;
    return NULL;
}

static void *boss(void *arg) {
    (void)arg;
    atomic_store_explicit(&stop, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, boss, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return rounds > 1000000;
    return 0;
}
