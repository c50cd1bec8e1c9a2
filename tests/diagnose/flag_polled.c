// DIAGNOSE concurrency
// CONSTRUCT: polled three times, then given up
// CAUSE: note -> poll, use -> fill
// REPAIR: any
#include <assert.h>
#include <pthread.h>

static int ready, value;

static void *make(void *arg) {
    ready = 1; // AT note
    value = 42; // AT fill
    return arg;
}

static void *use(void *arg) {
    int seen = 0;
    for (int i = 0; i < 3 && !seen; i++)
        seen = ready; // AT poll
    if (seen)
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
