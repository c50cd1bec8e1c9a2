// VERIFY proved
// CONSTRUCT: a thread calls exit while main waits for it: it does not come back
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int closed;

static void *quit(void *arg) {
    (void)arg;
    exit(0);
}

static void close_all(void) {
    closed = 1;
}

int main(void) {
    pthread_t t1;
    atexit(close_all);
    pthread_create(&t1, NULL, quit, NULL);
    pthread_join(t1, NULL);
    assert(!closed);
    return 0;
}
