// DIAGNOSE concurrency
// CONSTRUCT: the second phase of one needs the first of the other
// CAUSE: second -> first
// REPAIR: order
#include <assert.h>
#include <pthread.h>

static int left, right;

static void *one(void *arg) {
    left = 1;
    assert(right == 1); // AT second // FAILS
    return arg;
}

static void *other(void *arg) {
    right = 1; // AT first
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
