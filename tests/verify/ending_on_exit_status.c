// VERIFY proved
// CONSTRUCT: on_exit is given the status, whoever calls exit
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int state;

static void *work(void *arg) {
    assert(state != 4);
    exit(3);
    return arg;
}

static void leave(int status, void *where) {
    assert(status == 3 || status == 0);
    *(atomic_int *)where = status;
}

int main(void) {
    pthread_t t1;
    on_exit(leave, &state);
    pthread_create(&t1, NULL, work, NULL);
    return 0;
}
