// VERIFY proved
// CONSTRUCT: main looks at what a detached thread has done
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, stop;

static void *late(void *arg) {
    x = 1;
    if (stop) return arg;
    x = 2;
    stop = 1;
    return arg;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, late, NULL);
    pthread_detach(t1);
    for (int i = 0; i < 2; i++) {
        if (stop) assert(x == 2);
    }
    return 0;
}
