// DIAGNOSE concurrency
// CONSTRUCT: main frees, and notes it by a null pointer, before it joins
// CAUSE: clear -> use
// REPAIR: order
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *volatile data;

static void *work(void *arg) {
    *data += 1; // AT use // FAILS
    return arg;
}

int main(void) {
    pthread_t first;
    int *made = calloc(1, sizeof *made);
    data = made;
    pthread_create(&first, NULL, work, NULL);
    data = NULL; // AT clear
    free(made);
    pthread_join(first, NULL);
    return 0;
}
