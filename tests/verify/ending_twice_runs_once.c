// VERIFY proved
// VERIFY deadlocks: proved
// CONSTRUCT: two threads end the process: the handlers run once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int times;

static void count(void) {
    times++;
    assert(times == 1);
}

static void *quit(void *arg) {
    (void)arg;
    exit(1);
}

int main(void) {
    pthread_t t1;
    atexit(count);
    pthread_create(&t1, NULL, quit, NULL);
    return 0;
}
