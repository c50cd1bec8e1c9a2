// VERIFY bug
// CONSTRUCT: a detached thread says too early that it is done
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, stop;

static void *late(void *arg) {
    x = 1;
    if (stop) return arg;
    stop = 1;
    x = 2;
    return arg;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, late, NULL);
    pthread_detach(t1);
    for (int i = 0; i < 2; i++) {
        if (stop) assert(x == 2); // FAILS
    }
    return 0;
}
