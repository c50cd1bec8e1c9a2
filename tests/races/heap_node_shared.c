// CONSTRUCT: an object on the heap given to two threads
#include <pthread.h>
#include <stdlib.h>

struct counter {
    int hits, misses;
};

static void *hit(void *arg) {
    struct counter *counter = arg;
    counter->hits++; // RACE!
    return NULL;
}

static void *miss(void *arg) {
    struct counter *counter = arg;
    counter->misses++; // NORACE
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    struct counter *counter = calloc(1, sizeof *counter);
    pthread_create(&threads[0], NULL, hit, counter);
    pthread_create(&threads[1], NULL, hit, counter);
    pthread_create(&threads[2], NULL, miss, counter);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    free(counter);
    return 0;
}
