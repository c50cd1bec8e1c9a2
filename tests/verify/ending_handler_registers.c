// VERIFY bug
// CONSTRUCT: a handler registers another one, which runs next
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stage;

static void *work(void *arg) {
    assert(stage != 2); // FAILS
    return arg;
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
    atexit(first);
    pthread_create(&t1, NULL, work, NULL);
    return 0;
}
