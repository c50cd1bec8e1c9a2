// CONSTRUCT: a branch that ends in abort is an assertion
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *increment(void *arg) {
    (void)arg;
    x = x + 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (x != 2) abort(); // FAILS
    return 0;
}
