// VERIFY bug
// CONSTRUCT: an assertion in what atexit calls while threads go on
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void *work(void *arg) {
    done = 1;
    return arg;
}

static void last(void) {
    assert(done == 1); // FAILS
}

int main(void) {
    pthread_t t1;
    atexit(last);
    pthread_create(&t1, NULL, work, NULL);
    return 0;
}
