// VERIFY proved
// CONSTRUCT: a handler that calls exit is not run again
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int times;

static void *work(void *arg) {
    return arg;
}

static void count(void) {
    assert(times == 1);
}

static void again(void) {
    times++;
    exit(0);
}

int main(void) {
    pthread_t t1;
    atexit(count);
    atexit(again);
    pthread_create(&t1, NULL, work, NULL);
    return 1;
}
