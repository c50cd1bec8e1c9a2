// DIAGNOSE concurrency
// CONSTRUCT: who writes last is meant to be the second
// CAUSE: two -> one
// REPAIR: order
// WITHOUT PREEMPTION: yes
#include <assert.h>
#include <pthread.h>

static int x;

static void *one(void *arg) {
    x = 1; // AT one
    return arg;
}

static void *other(void *arg) {
    x = 2; // AT two
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(x == 2); // FAILS
    return 0;
}
