// CONSTRUCT: a branch that ends in abort, which no order takes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *increment(void *arg) {
    (void)arg;
    x += 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (x != 2) abort(); // HOLDS
    return 0;
}
