// VERIFY unknown was never given a value
// CONSTRUCT: a local variable that has no address is not set on the way that is taken
#include <assert.h>
#include <pthread.h>

static int shared;

static void *worker(void *arg) {
    int found;
    if (arg)
        found = *(int *)arg;
    if (found)
        shared = 1;
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(shared == 0);
    return 0;
}
