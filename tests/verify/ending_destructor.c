// VERIFY bug
// CONSTRUCT: a function that runs when the program is unloaded
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int closed;

static void *work(void *arg) {
    assert(!closed); // FAILS
    return arg;
}

__attribute__((destructor)) static void close_all(void) {
    closed = 1;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, work, NULL);
    return 0;
}
