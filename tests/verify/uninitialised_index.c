// VERIFY unknown is part of an address
// CONSTRUCT: an index that nobody has written
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int counts[4];
static unsigned *indices;

static void *worker(void *arg) {
    counts[indices[2] % 4] = 1;
    return arg;
}

int main(void) {
    pthread_t one, two;
    indices = malloc(4 * sizeof *indices);
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(counts[0] == 1);
    free(indices);
    return 0;
}
