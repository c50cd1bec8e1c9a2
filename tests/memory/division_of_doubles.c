// CONSTRUCT: the average of doubles: divided by zero it is not a number, which is no error
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double sum = 12, count = 3;
static double average;

static void *reporter(void *arg) {
    (void)arg;
    average = atomic_load(&sum) / atomic_load(&count); // SAFE
    return NULL;
}

static void *reset(void *arg) {
    (void)arg;
    atomic_store(&sum, 0);
    atomic_store(&count, 0);
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
