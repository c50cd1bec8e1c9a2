// DIAGNOSE concurrency
// CONSTRUCT: two fields that belong together, written by two threads
// CAUSE: high_one -> high_other, low_other -> low_one
// CAUSE: high_other -> high_one, low_one -> low_other
// REPAIR: mutex
// WITHOUT PREEMPTION: no
#include <assert.h>
#include <pthread.h>

static struct {
    int high;
    int low;
} pair;

static void *one(void *arg) {
    pair.high = 1; // AT high_one
    pair.low = 1; // AT low_one
    return arg;
}

static void *other(void *arg) {
    pair.high = 2; // AT high_other
    pair.low = 2; // AT low_other
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(pair.high == pair.low); // FAILS
    return 0;
}
