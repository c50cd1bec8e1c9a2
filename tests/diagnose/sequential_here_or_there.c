// DIAGNOSE sequential
// OTHERWISE: fail elsewhere
// CONSTRUCT: fails in any case, where depends on the order
// REPAIR: none
#include <assert.h>
#include <pthread.h>

static int x;

static void *one(void *arg) {
    x = 1;
    return arg;
}

static void *other(void *arg) {
    assert(x == 0); // FAILS
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(x == 0); // FAILS
    return 0;
}
