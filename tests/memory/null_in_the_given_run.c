// CONSTRUCT: the pointer is set when the worker has been waited for, and the worker uses it
#include <pthread.h>
#include <stddef.h>

static int cell, *where;

static void *worker(void *arg) {
    (void)arg;
    *where = 1; // MEMORY! null
    return NULL;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    where = &cell;
    return 0;
}
