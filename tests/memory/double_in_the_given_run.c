// CONSTRUCT: the worker frees what it was given, and so does the one who gave it
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    free(arg); // MEMORY! double-free
    return NULL;
}

int main(void) {
    pthread_t t1;
    void *work = malloc(8);
    pthread_create(&t1, NULL, worker, work);
    free(work); // SAFE as far as this run shows: it ends at the other one
    pthread_join(t1, NULL);
    return 0;
}
