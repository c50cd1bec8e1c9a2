// VERIFY bug
// CONSTRUCT: a handler creates a thread, and joins it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int closed;

static void *close_all(void *arg) {
    closed = 1;
    return arg;
}

static void *work(void *arg) {
    assert(!closed); // FAILS
    return arg;
}

static void stop(void) {
    pthread_t closer;
    pthread_create(&closer, NULL, close_all, NULL);
    pthread_join(closer, NULL);
}

int main(void) {
    pthread_t t1;
    atexit(stop);
    pthread_create(&t1, NULL, work, NULL);
    return 0;
}
