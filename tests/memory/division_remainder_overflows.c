// CONSTRUCT: the remainder of the least long by -1 is 0 on paper, and has no place in the machine
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long low = -5, divisor = 3;
static long rest;

static void *compute(void *arg) {
    (void)arg;
    rest = atomic_load(&low) % atomic_load(&divisor); // MEMORY! division
    return NULL;
}

static void *set_low(void *arg) {
    (void)arg;
    atomic_store(&low, LONG_MIN);
    return NULL;
}

static void *set_divisor(void *arg) {
    (void)arg;
    atomic_store(&divisor, -1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, compute, NULL);
    pthread_create(&t2, NULL, set_low, NULL);
    pthread_create(&t3, NULL, set_divisor, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
