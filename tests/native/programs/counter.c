/* Three threads add to a counter under a mutex; the accesses go through hand-written hooks. */
#include <pthread.h>
#include <stdio.h>
#include "hooks.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *argument)
{
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&lock);
        __raddle_load4(&counter);
        int seen = counter;
        __raddle_store4(&counter, (uint64_t)(unsigned)(seen + 1));
        counter = seen + 1;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, add, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", counter);
    return 0;
}
