// VERIFY proved
// CONSTRUCT: quick_exit does not run the handlers of atexit, nor exit those of at_quick_exit
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

int main(int argc, char **argv) {
    pthread_t t1;
    (void)argv;
    if (argc > 1)
        at_quick_exit(close_all);
    else
        atexit(close_all);
    pthread_create(&t1, NULL, work, NULL);
    if (argc > 1)
        exit(0);
    quick_exit(0);
}
