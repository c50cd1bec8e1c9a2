// VERIFY proved
// VERIFY deadlocks: proved
// CONSTRUCT: a handler tells a thread to stop, and joins it before it closes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop, closed;
static pthread_t t1;

static void *work(void *arg) {
    for (int i = 0; i < 2 && !stop; i++)
        assert(!closed);
    return arg;
}

static void close_all(void) {
    stop = 1;
    pthread_join(t1, NULL);
    closed = 1;
}

int main(void) {
    atexit(close_all);
    pthread_create(&t1, NULL, work, NULL);
    return 0;
}
