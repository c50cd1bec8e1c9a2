// DIAGNOSE concurrency
// CONSTRUCT: main returns; whether the other thread still comes to its assertion is open
// CAUSE: change -> look
#include <assert.h>
#include <pthread.h>

static int x;

static void *work(void *arg) {
    assert(x == 0); // AT look // FAILS
    return arg;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, NULL, work, NULL);
    x = 1; // AT change
    return 0;
}
