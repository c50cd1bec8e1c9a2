// VERIFY proved
// CONSTRUCT: the same with places by number; ids are compared and printed
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int counts[4];
static pthread_t threads[2];

static void *worker(void *arg) {
    long number = (long)arg;
    int seen = counts[number];
    counts[number] = seen + 1;
    printf("%lu\n", (unsigned long)pthread_self() % 1000);
    assert(threads[number] == pthread_self());
    return NULL;
}

int main(void) {
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counts[0] + counts[1] == 2);
    return 0;
}
