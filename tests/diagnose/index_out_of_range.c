// DIAGNOSE concurrency
// CONSTRUCT: an index so far off that the access crashes
// CAUSE: spoil -> use
// REPAIR: any
#include <assert.h>
#include <pthread.h>

static volatile long at;
static int table[4];

static void *one(void *arg) {
    at = 100000000000; // AT spoil
    return arg;
}

static void *other(void *arg) {
    table[at] = 1; // AT use // FAILS
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
