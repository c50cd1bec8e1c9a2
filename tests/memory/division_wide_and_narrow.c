// CONSTRUCT: a long whose lower half is 0 is no zero, unless it is cut to an int
#include <pthread.h>
#include <stdatomic.h>

static atomic_long bytes = 1;
static long per_wide;
static int per_narrow;

static void *meter(void *arg) {
    (void)arg;
    long mine = atomic_load(&bytes);
    per_wide = 1000 / mine;        // SAFE
    per_narrow = 1000 / (int)mine; // MEMORY! division
    return NULL;
}

static void *copier(void *arg) {
    (void)arg;
    atomic_store(&bytes, 1L << 32);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, meter, NULL);
    pthread_create(&t2, NULL, copier, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
