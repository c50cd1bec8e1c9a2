// VERIFY bug
// CONSTRUCT: main ends by pthread_exit, and the others reach two
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *late(void *arg) {
    x = x + 1;
    assert(x <= 1); // FAILS
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, late, NULL);
    pthread_create(&t2, NULL, late, NULL);
    pthread_exit(NULL);
}
