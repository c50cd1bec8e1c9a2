// CONSTRUCT: the worker is late in every run: the owner frees before it waits for it
#include <pthread.h>
#include <stdlib.h>

static int *cells;

static void *worker(void *arg) {
    (void)arg;
    cells[0] = 1; // MEMORY! use-after-free
    return NULL;
}

int main(void) {
    pthread_t t1;
    cells = calloc(2, sizeof *cells);
    pthread_create(&t1, NULL, worker, NULL);
    free(cells);
    pthread_join(t1, NULL);
    return 0;
}
