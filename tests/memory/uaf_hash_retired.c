// CONSTRUCT: a resize puts the old array of buckets on a list, and it is freed when all threads have ended
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) buckets;
static int *retired, found;

static void *lookup(void *arg) {
    (void)arg;
    int *mine = atomic_load(&buckets);
    found = mine[3]; // SAFE old or new, it is there
    return NULL;
}

static void *resize(void *arg) {
    (void)arg;
    int *old = atomic_load(&buckets);
    int *fresh = calloc(8, sizeof *fresh);
    for (int i = 0; i < 4; i++)
        fresh[i] = old[i];
    atomic_store(&buckets, fresh);
    retired = old;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    atomic_store(&buckets, calloc(4, sizeof(int)));
    pthread_create(&t1, NULL, lookup, NULL);
    pthread_create(&t2, NULL, resize, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    free(retired);
    free(atomic_load(&buckets));
    return 0;
}
