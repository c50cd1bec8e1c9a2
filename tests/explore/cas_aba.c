// CONSTRUCT: a value that went away and came back: the compare-and-exchange cannot tell
// OUTCOMES: x=1 won=0 | x=1 won=1 | x=9 won=1
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x = 1;

static void *first(void *arg) {
    (void)arg;
    int expected = 1;
    int won = atomic_compare_exchange_strong(&x, &expected, 9);
    return (void *)(long)won;
}

static void *second(void *arg) {
    (void)arg;
    atomic_store(&x, 2);
    atomic_store(&x, 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    (void)r2;
    printf("x=%d won=%d\n", atomic_load(&x), (int)(long)r1);
    return 0;
}
