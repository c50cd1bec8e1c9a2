// CONSTRUCT: a thread sees its own write, then two of the other's, never the wrong way round
#include <assert.h>
#include <pthread.h>

static int x;

static void *first(void *arg) {
    (void)arg;
    x = 1;
    int a = x;
    int b = x;
    int seen = a * 10 + b;
    assert(seen != 32); // HOLDS
    assert(seen != 23); // FAILS
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    x = 2;
    x = 3;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, second, NULL);
    pthread_create(&t2, NULL, first, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
