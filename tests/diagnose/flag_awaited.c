// DIAGNOSE concurrency
// CONSTRUCT: a loop that another thread ends: it has no bound of its own
// UNWIND: 2
// CAUSE: use -> fill | note -> poll, use -> fill
#include <assert.h>
#include <pthread.h>

static volatile int ready;
static int value;

static void *make(void *arg) {
    ready = 1; // AT note
    value = 42; // AT fill
    return arg;
}

static void *use(void *arg) {
    while (!ready) { // AT poll
    }
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
