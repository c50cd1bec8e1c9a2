// CONSTRUCT: store buffering with sequentially consistent atomics: not both read 0
// OUTCOMES: 0 1 | 1 0 | 1 1
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x, y;

static void *first(void *arg) {
    (void)arg;
    atomic_store(&x, 1);
    int r = atomic_load(&y);
    return (void *)(long)r;
}

static void *second(void *arg) {
    (void)arg;
    atomic_store(&y, 1);
    int r = atomic_load(&x);
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
