// CONSTRUCT: an atomic load and an atomic store are not an atomic increment
// OUTCOMES: x=1 | x=2
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static void *first(void *arg) {
    (void)arg;
    int old = atomic_load(&x);
    atomic_store(&x, old + 1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    atomic_fetch_add(&x, 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("x=%d\n", atomic_load(&x));
    return 0;
}
