// VERIFY proved
// CONSTRUCT: a handler closes what a joined thread has used
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int closed;

static void *work(void *arg) {
    assert(!closed);
    return arg;
}

static void close_all(void) {
    closed = 1;
}

int main(void) {
    pthread_t t1;
    atexit(close_all);
    pthread_create(&t1, NULL, work, NULL);
    pthread_join(t1, NULL);
    return 0;
}
