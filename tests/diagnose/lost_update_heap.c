// DIAGNOSE concurrency
// CONSTRUCT: a counter on the heap, whose address is the threads' argument
// CAUSE: count -> count
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
    int *mine = arg;
    *mine += 1; // AT count
    return arg;
}

int main(void) {
    pthread_t first, second;
    int *counter = calloc(1, sizeof *counter);
    if (counter == NULL)
        return 0;
    pthread_create(&first, NULL, work, counter);
    pthread_create(&second, NULL, work, counter);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(*counter == 2); // FAILS
    free(counter);
    return 0;
}
