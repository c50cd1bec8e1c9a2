// CONSTRUCT: two atomic exchanges: who was first
// OUTCOMES: last=1 2 0 | last=2 0 1
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static void *first(void *arg) {
    (void)arg;
    int old = atomic_exchange(&x, 1);
    return (void *)(long)old;
}

static void *second(void *arg) {
    (void)arg;
    int old = atomic_exchange(&x, 2);
    return (void *)(long)old;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    printf("last=%d %d %d\n", atomic_load(&x), (int)(long)r1, (int)(long)r2);
    return 0;
}
