// CONSTRUCT: two compare-and-exchange from 0: exactly one succeeds
// OUTCOMES: x=1 won=10 | x=2 won=01
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static void *first(void *arg) {
    (void)arg;
    int expected = 0;
    int won = atomic_compare_exchange_strong(&x, &expected, 1);
    return (void *)(long)won;
}

static void *second(void *arg) {
    (void)arg;
    int expected = 0;
    int won = atomic_compare_exchange_strong(&x, &expected, 2);
    return (void *)(long)won;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    printf("x=%d won=%d%d\n", atomic_load(&x), (int)(long)r1, (int)(long)r2);
    return 0;
}
