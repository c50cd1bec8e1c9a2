// CONSTRUCT: a thread runs on while the handlers of exit run, and after them
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stage;

static void *worker(void *arg) {
    (void)arg;
    assert(stage != 1); // FAILS
    assert(stage != 2); // FAILS
    assert(stage != 3); // HOLDS
    return NULL;
}

static void later(void) {
    stage = 2;
}

static void first(void) {
    stage = 1;
}

int main(void) {
    pthread_t thread;
    atexit(later);
    atexit(first);
    pthread_create(&thread, NULL, worker, NULL);
    assert(stage == 0); // HOLDS
    return 0;
}
