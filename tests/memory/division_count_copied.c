// CONSTRUCT: the number of samples is read once, compared with 0, and divided by
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum = 12, count = 3;
static int average;

static void *reporter(void *arg) {
    (void)arg;
    int samples = atomic_load(&count);
    if (samples > 0)
        average = atomic_load(&sum) / samples; // SAFE though it may be no average
    return NULL;
}

static void *reset(void *arg) {
    (void)arg;
    atomic_store(&count, 0);
    atomic_store(&sum, 0);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reporter, NULL);
    pthread_create(&t2, NULL, reset, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
