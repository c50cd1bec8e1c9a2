// VERIFY unknown srand
// CONSTRUCT: the seed of random numbers depends on the order of threads
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int begun, ended;

static void *work(void *arg) {
    begun = 1;
    ended = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    srand(begun ? 5 : 6);
    if (ended) {
        int number = rand();
        assert(number >= 0);
    }
    pthread_join(t, NULL);
    return 0;
}
