// VERIFY bug
// CONSTRUCT: on_exit with the status and an object that threads still use
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int state;

static void *work(void *arg) {
    assert(state != 3); // FAILS
    return arg;
}

static void leave(int status, void *where) {
    *(atomic_int *)where = status;
}

int main(void) {
    pthread_t t1;
    on_exit(leave, &state);
    pthread_create(&t1, NULL, work, NULL);
    exit(3);
}
