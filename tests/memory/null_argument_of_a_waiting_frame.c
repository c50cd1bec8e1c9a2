// CONSTRUCT: a thread is given a variable of a function that returns when the thread has read all of it
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t begun;
static int sum;

static void *worker(void *arg) {
    int *limits = arg;
    sum = limits[0];
    sum += limits[1]; // SAFE
    sem_post(&begun);
    sum *= 2;
    return NULL;
}

static pthread_t start(void) {
    pthread_t thread;
    int limits[2] = {3, 4};
    pthread_create(&thread, NULL, worker, limits);
    sem_wait(&begun);
    return thread;
}

int main(void) {
    sem_init(&begun, 0, 0);
    pthread_t thread = start();
    pthread_join(thread, NULL);
    return sum == 14 ? 0 : 1;
}
