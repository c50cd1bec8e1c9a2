// VERIFY bug seen, else unknown both use the environment
// CONSTRUCT: what getenv gives depends on whether another thread has called setenv before
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *set(void *arg) {
    setenv("RADDLE_OUTSIDE", "1", 1);
    return arg;
}

static void *get(void *arg) {
    assert(getenv("RADDLE_OUTSIDE") == NULL); // FAILS
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, get, NULL);
    pthread_create(&b, NULL, set, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
