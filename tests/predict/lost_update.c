// CONSTRUCT: x = x + 1 by two threads without a lock
#include <assert.h>
#include <pthread.h>

static int x;

static void *first(void *arg) {
    (void)arg;
    x = x + 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    x = x + 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x >= 1); // HOLDS
    assert(x == 2); // FAILS
    return 0;
}
