// VERIFY proved
// CONSTRUCT: what a handler registers runs before those that were registered earlier
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stage;

static void *work(void *arg) {
    stage = 0;
    return arg;
}

static void third(void) {
    assert(stage == 2);
}

static void second(void) {
    stage = 2;
}

static void first(void) {
    stage = 1;
    atexit(second);
}

int main(void) {
    pthread_t t1;
    atexit(third);
    atexit(first);
    pthread_create(&t1, NULL, work, NULL);
    pthread_join(t1, NULL);
    return 0;
}
