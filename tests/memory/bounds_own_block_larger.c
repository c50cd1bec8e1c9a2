// CONSTRUCT: a block of the thread's own has room for all that others may write
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int level = 3;
static int sum;

static void *plot(void *arg) {
    int *column = calloc(6, sizeof *column);
    (void)arg;
    column[atomic_load(&level)] = 1; // SAFE 3, 4 or 5
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
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, plot, NULL);
    pthread_create(&t2, NULL, rise, NULL);
    pthread_create(&t3, NULL, rise, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
