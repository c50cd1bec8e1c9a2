// CONSTRUCT: load buffering: not both read 1
// OUTCOMES: 0 0 | 0 1 | 1 0
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x, y;

static void *first(void *arg) {
    (void)arg;
    int r = atomic_load(&x);
    atomic_store(&y, 1);
    return (void *)(long)r;
}

static void *second(void *arg) {
    (void)arg;
    int r = atomic_load(&y);
    atomic_store(&x, 1);
    return (void *)(long)r;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    printf("%d %d\n", (int)(long)r1, (int)(long)r2);
    return 0;
}
