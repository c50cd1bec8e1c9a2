// VERIFY proved
// VERIFY races: proved
// CONSTRUCT: two threads register handlers: both run, in some order
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int ran;

static void one(void) {
    ran += 1;
}

static void two(void) {
    ran += 2;
}

static void look(void) {
    assert(ran == 3);
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
