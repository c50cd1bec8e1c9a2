// CONSTRUCT: a block of the thread's own, on the heap, is indexed by what others write
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int level = 3;
static int sum;

static void *plot(void *arg) {
    int *column = calloc(4, sizeof *column);
    (void)arg;
    column[atomic_load(&level)] = 1; // MEMORY! out-of-bounds
    sum = column[0];
    free(column);
    return NULL;
}

static void *rise(void *arg) {
    (void)arg;
    atomic_fetch_add(&level, 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, plot, NULL);
    pthread_create(&t2, NULL, rise, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
