// VERIFY bug
// CONSTRUCT: a handler calls exit: those that are left run
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

static void again(void) {
    exit(0);
}

int main(void) {
    pthread_t t1;
    atexit(close_all);
    atexit(again);
    pthread_create(&t1, NULL, work, NULL);
    return 1;
}
