/* Lock-heavy: four threads count under one lock. argv[1]: how much work; a tenth of it is the number of increments. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long counter;

static void *count(void *times)
{
    for (long i = 0; i < *(long *)times; i++) {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    long times = (argc > 1 ? atol(argv[1]) : 5000000) / 10 / THREADS + 1;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, count, &times);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == times * THREADS);
    return 0;
}
