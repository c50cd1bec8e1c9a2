// CONSTRUCT: a failing compare-and-exchange reports the value it saw
// OUTCOMES: x=5 seen=0 | x=5 seen=5
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static void *first(void *arg) {
    (void)arg;
    atomic_store(&x, 5);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int expected = 0;
    atomic_compare_exchange_strong(&x, &expected, 9);
    return (void *)(long)expected;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    (void)r1;
    printf("x=%d seen=%d\n", atomic_load(&x), (int)(long)r2);
    return 0;
}
