// VERIFY bug
// CONSTRUCT: whether a handler is registered depends on another thread
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag, closed;

static void close_all(void) {
    closed = 1;
}

static void *raise_flag(void *arg) {
    flag = 1;
    return arg;
}

static void *work(void *arg) {
    assert(!closed); // FAILS
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, raise_flag, NULL);
    if (flag)
        atexit(close_all);
    pthread_create(&t2, NULL, work, NULL);
    return 0;
}
