// CONSTRUCT: two threads find the table too full, and each builds a larger one and frees the old one
#include <pthread.h>
#include <stdlib.h>

static struct table {
    int *buckets, size;
} table;

static void grow(void) {
    int *old = table.buckets;
    int *fresh = calloc(2 * 4, sizeof *fresh);
    table.buckets = fresh;
    table.size = 8;
    free(old); // MEMORY! double-free
}

static void *inserter(void *arg) {
    (void)arg;
    grow();
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    table.size = 4;
    table.buckets = calloc(4, sizeof *table.buckets);
    pthread_create(&t1, NULL, inserter, NULL);
    pthread_create(&t2, NULL, inserter, NULL);
    pthread_create(&t3, NULL, inserter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
