// DIAGNOSE concurrency
// CONSTRUCT: a thread ends the process behind its write
// CAUSE: change -> look
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *one(void *arg) {
    assert(x == 0); // AT look // FAILS
    return arg;
}

static void *other(void *arg) {
    x = 1; // AT change
    exit(0);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
