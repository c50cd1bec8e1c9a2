// VERIFY bug
// CONSTRUCT: a handler that is registered while the process ends, in time or not
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ran;

static void late(void) {
    ran = 1;
}

static void look(void) {
    assert(ran == 1); // FAILS
}

static void *work(void *arg) {
    atexit(late);
    return arg;
}

int main(void) {
    pthread_t t1;
    atexit(look);
    pthread_create(&t1, NULL, work, NULL);
    return 0;
}
