// CONSTRUCT: an index beyond the end of one block of the heap may well be in the next one
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *first, *second, seen;
static atomic_int at = 1;

static void *reader(void *arg) {
    (void)arg;
    seen = first[atomic_load(&at)]; // MEMORY! out-of-bounds
    return NULL;
}

static void *mover(void *arg) {
    int *distance = arg;
    atomic_store(&at, *distance);
    return NULL;
}

int main(void) {
    static int distance;
    pthread_t t1, t2;
    first = calloc(4, sizeof *first);
    second = calloc(4, sizeof *second);
    distance = (int)(second - first);
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, mover, &distance);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
