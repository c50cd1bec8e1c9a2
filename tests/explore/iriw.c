// CONSTRUCT: independent reads of independent writes: the two readers agree on the order
// OUTCOMES: 00 00 | 00 01 | 00 10 | 00 11 | 01 00 | 01 01 | 01 10 | 01 11 | 10 00 | 10 01 | 10 11 | 11 00 | 11 01 | 11 10 | 11 11
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x, y;

static void *write_x(void *arg) {
    (void)arg;
    atomic_store(&x, 1);
    return NULL;
}

static void *write_y(void *arg) {
    (void)arg;
    atomic_store(&y, 1);
    return NULL;
}

static void *read_xy(void *arg) {
    (void)arg;
    int a = atomic_load(&x);
    int b = atomic_load(&y);
    return (void *)(long)(a * 10 + b);
}

/* main is the second reader: y first, then x */
int main(void) {
    pthread_t t1, t2, t3;
    void *other;
    pthread_create(&t1, NULL, write_x, NULL);
    pthread_create(&t2, NULL, write_y, NULL);
    pthread_create(&t3, NULL, read_xy, NULL);
    int a = atomic_load(&y);
    int b = atomic_load(&x);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, &other);
    printf("%02d %d%d\n", (int)(long)other, a, b);
    return 0;
}
