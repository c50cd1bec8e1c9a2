// VERIFY proved
// VERIFY races: proved
// VERIFY deadlocks: proved
// CONSTRUCT: a handler that is registered while the process ends runs at most once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ran;

static void late(void) {
    assert(ran == 0);
    ran = 1;
}

static void *work(void *arg) {
    atexit(late);
    return arg;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, work, NULL);
    return 0;
}
