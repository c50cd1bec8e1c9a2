// VERIFY bug
// CONSTRUCT: quick_exit runs the handlers of at_quick_exit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int closed;

static void *work(void *arg) {
    assert(!closed); // FAILS
    return arg;
}

static void close_all(void) {
    closed = 1;
}

int main(void) {
    pthread_t t1;
    at_quick_exit(close_all);
    pthread_create(&t1, NULL, work, NULL);
    quick_exit(0);
}
