// CONSTRUCT: a handler of exit frees what a thread that was not joined still reads
#include <pthread.h>
#include <stdlib.h>

static int *table;
static int seen;

static void *worker(void *arg) {
    (void)arg;
    seen = table[1]; // MEMORY! use-after-free
    return NULL;
}

static void drop(void) {
    free(table);
}

int main(void) {
    pthread_t thread;
    table = calloc(4, sizeof *table);
    atexit(drop);
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
