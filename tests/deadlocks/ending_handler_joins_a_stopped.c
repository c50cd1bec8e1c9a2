// CONSTRUCT: a handler tells a thread to stop under the lock, and joins it
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stopped = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static int stops;

static void stop(void) {
    pthread_mutex_lock(&lock);
    stops = 1;
    pthread_cond_signal(&stopped);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!stops)
        pthread_cond_wait(&stopped, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    atexit(stop);
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
