// CONSTRUCT: __sync_lock_test_and_set gives the old value to one, but the plain store in between loses an addition
#include <assert.h>
#include <pthread.h>

static int x;

static void *first(void *arg) {
    (void)arg;
    __sync_fetch_and_add(&x, 1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int old = __sync_lock_test_and_set(&x, 10);
    x = old + 10;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x >= 10); // HOLDS
    assert(x == 11); // FAILS
    return 0;
}
