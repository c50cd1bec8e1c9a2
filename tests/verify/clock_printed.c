// VERIFY proved
// CONSTRUCT: how long threads took is normalised, kept where main finds it, and printed
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static struct timespec took[2];
static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    long number = (long)arg;
    struct timespec begun, ended;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    long seconds = ended.tv_sec - begun.tv_sec, rest = ended.tv_nsec - begun.tv_nsec;
    if (rest < 0) {
        seconds--;
        rest += 1000000000L;
    }
    took[number].tv_sec = seconds;
    took[number].tv_nsec = rest;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(done == 2);
    printf("%ld.%09ld %ld.%09ld\n", took[0].tv_sec, took[0].tv_nsec, took[1].tv_sec, took[1].tv_nsec);
    return 0;
}
