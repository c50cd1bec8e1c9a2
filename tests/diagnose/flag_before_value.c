// DIAGNOSE concurrency
// CONSTRUCT: the flag is set before the value that it speaks of
// CAUSE: note -> look, use -> fill
// REPAIR: any
// WITHOUT PREEMPTION: no
#include <assert.h>
#include <pthread.h>

static int ready, value;

static void *make(void *arg) {
    ready = 1; // AT note
    value = 42; // AT fill
    return arg;
}

static void *use(void *arg) {
    if (ready) // AT look
        assert(value == 42); // AT use // FAILS
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, make, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
