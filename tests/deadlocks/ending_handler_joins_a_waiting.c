// CONSTRUCT: a handler joins a thread that waits for a signal, which may have come before it waited
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stopped = PTHREAD_COND_INITIALIZER;
static pthread_t thread;

static void stop(void) {
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&stopped);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL); // DEADLOCK!
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&stopped, &lock); // DEADLOCK!
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    atexit(stop);
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
