// VERIFY bug
// CONSTRUCT: two threads register handlers: which one runs first depends on the order
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int last;

static void one(void) {
    last = 1;
}

static void two(void) {
    last = 2;
}

static void look(void) {
    assert(last == 1); // FAILS
}

static void *first(void *arg) {
    atexit(one);
    return arg;
}

static void *second(void *arg) {
    atexit(two);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    atexit(look);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
