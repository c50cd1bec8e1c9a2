// DIAGNOSE concurrency
// CONSTRUCT: who writes last is meant to be the third
// CAUSE: three -> one
// CAUSE: three -> two
// REPAIR: order
#include <assert.h>
#include <pthread.h>

static int x;

static void *first_of_all(void *arg) {
    x = 1; // AT one
    return arg;
}

static void *then(void *arg) {
    x = 2; // AT two
    return arg;
}

static void *last(void *arg) {
    x = 3; // AT three
    return arg;
}

int main(void) {
    pthread_t first, second, third;
    pthread_create(&first, NULL, first_of_all, NULL);
    pthread_create(&second, NULL, then, NULL);
    pthread_create(&third, NULL, last, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    assert(x == 3); // FAILS
    return 0;
}
