// CONSTRUCT: a table grows: the larger array is stored before the mask, and a lookup reads the mask first
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) buckets;
static atomic_uint mask = 3;
static int found;

static void *lookup(void *arg) {
    unsigned *hash = arg;
    unsigned at = *hash & atomic_load(&mask);
    found = atomic_load(&buckets)[at]; // SAFE with the larger mask comes the larger array
    return NULL;
}

static void *grow(void *arg) {
    (void)arg;
    int *fresh = calloc(8, sizeof *fresh);
    atomic_store(&buckets, fresh);
    atomic_store(&mask, 7);
    return NULL;
}

int main(void) {
    static unsigned hash = 0x36;
    pthread_t t1, t2;
    atomic_store(&buckets, calloc(4, sizeof(int)));
    pthread_create(&t1, NULL, lookup, &hash);
    pthread_create(&t2, NULL, grow, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
