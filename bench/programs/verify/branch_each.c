/* THREADS threads add one to a counter under a lock, and each branches on what it found: the number of interleavings grows
 * with THREADS!, that of the paths with THREADS. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, first;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    if (counter == 0)
        first = first + 1;
    counter = counter + 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(first == 1 && counter == THREADS);
    return 0;
}
