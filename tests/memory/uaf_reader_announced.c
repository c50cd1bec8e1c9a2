// CONSTRUCT: a reader says that it reads before it loads the pointer; who replaces it frees only when nobody reads
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current;
static atomic_int reading;
static int seen, leaked;

static void *reader(void *arg) {
    (void)arg;
    atomic_store(&reading, 1);
    int *mine = atomic_load(&current);
    seen = *mine; // SAFE
    atomic_store(&reading, 0);
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    int *old = atomic_exchange(&current, calloc(1, sizeof(int)));
    if (atomic_load(&reading))
        leaked++;
    else
        free(old);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    atomic_store(&current, calloc(1, sizeof(int)));
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
