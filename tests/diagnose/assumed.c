// DIAGNOSE concurrency
// CONSTRUCT: runs in which an assumption is false do not count
// CAUSE: use -> fill
// REPAIR: any
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);

static int ready, value;

static void *make(void *arg) {
    ready = 1; // AT note
    value = 1; // AT fill
    return arg;
}

static void *use(void *arg) {
    __VERIFIER_assume(ready == 1);
    assert(value == 1); // AT use // FAILS
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
