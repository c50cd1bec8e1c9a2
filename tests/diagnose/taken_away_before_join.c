// DIAGNOSE concurrency
// CONSTRUCT: main takes away what the thread uses before it joins it
// CAUSE: clear -> use
// REPAIR: order
#include <assert.h>
#include <pthread.h>

static int value = 1;
static int *volatile data = &value;

static void *work(void *arg) {
    assert(data != NULL); // AT use // FAILS
    return arg;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, NULL, work, NULL);
    data = NULL; // AT clear
    pthread_join(first, NULL);
    return 0;
}
