// CONSTRUCT: the number of items in a ring is the difference of two counters, and indexes a table of fill levels
#include <pthread.h>
#include <stdatomic.h>

static int levels[3];
static atomic_uint written, taken;

static void *producer(void *arg) {
    (void)arg;
    atomic_fetch_add(&written, 1);
    atomic_fetch_add(&written, 1);
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    atomic_fetch_add(&taken, 1);
    return NULL;
}

static void *gauge(void *arg) {
    (void)arg;
    unsigned filled = atomic_load(&written) - atomic_load(&taken);
    levels[filled]++; // MEMORY! out-of-bounds
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_create(&t3, NULL, gauge, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
