// VERIFY bug
// CONSTRUCT: the same without the lock: what fails has nothing to do with the time, and is shown with one that goes forward
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static long took[2];
static int done;

static void *worker(void *arg) {
    long number = (long)arg;
    struct timespec begun, ended;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    done++;
    clock_gettime(CLOCK_MONOTONIC, &ended);
    took[number] = (ended.tv_sec - begun.tv_sec) * 1000000000L + ended.tv_nsec - begun.tv_nsec;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(done == 2); // FAILS
    printf("%ld %ld\n", took[0], took[1]);
    return 0;
}
