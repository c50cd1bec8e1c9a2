// CONSTRUCT: what a joined thread wrote is there; the other one may not have come so far
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *first(void *arg) {
    (void)arg;
    a = 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    b = 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t2, NULL);
    assert(b == 1); // HOLDS
    assert(a == 1); // FAILS
    pthread_join(t1, NULL);
    assert(a + b == 2); // HOLDS
    return 0;
}
