// CONSTRUCT: two threads increment twice each: as little as two may be left, never one
#include <assert.h>
#include <pthread.h>

static int x;

static void *twice(void *arg) {
    (void)arg;
    x = x + 1;
    x = x + 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, twice, NULL);
    pthread_create(&t2, NULL, twice, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x != 1); // HOLDS
    assert(x != 2); // FAILS
    assert(x == 4); // FAILS
    return 0;
}
