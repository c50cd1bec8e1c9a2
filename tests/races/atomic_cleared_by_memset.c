// CONSTRUCT: a struct with atomic counters is cleared by memset
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static struct {
    atomic_int hits, misses;
} statistics;

static void *worker(void *arg) {
    (void)arg;
    atomic_fetch_add(&statistics.hits, 1); // RACE!
    return NULL;
}

static void *resetter(void *arg) {
    (void)arg;
    memset(&statistics, 0, sizeof statistics); // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, resetter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
