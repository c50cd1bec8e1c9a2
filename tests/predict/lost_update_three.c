// CONSTRUCT: three increments without a lock: up to two are lost
#include <assert.h>
#include <pthread.h>

static int x;

static void *increment(void *arg) {
    (void)arg;
    x = x + 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_create(&t3, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(x >= 1); // HOLDS
    assert(x >= 2); // FAILS
    assert(x == 3); // FAILS
    return 0;
}
