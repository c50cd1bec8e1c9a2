// VERIFY unknown main ends by pthread_exit
// CONSTRUCT: main ends by pthread_exit: the handlers run with the last thread
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void last(void) {
    assert(done == 2);
}

static void *work(void *arg) {
    done++;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    atexit(last);
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_exit(NULL);
}
