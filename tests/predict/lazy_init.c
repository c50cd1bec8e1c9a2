// CONSTRUCT: lazy initialisation without a lock: two threads may both find nothing
#include <assert.h>
#include <pthread.h>

static int value, runs;

static void *user(void *arg) {
    (void)arg;
    if (value == 0) {
        value = 42;
        runs = runs + 1;
    }
    assert(value == 42); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(runs == 1); // HOLDS: fails only off the path, where both initialise
    return 0;
}
