// CONSTRUCT: exit is called without the lock that a handler takes
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int failed, logged;

static void flush(void) {
    pthread_mutex_lock(&lock);
    logged = 1;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    failed = 1;
    pthread_mutex_unlock(&lock);
    exit(0);
}

int main(void) {
    pthread_t thread;
    atexit(flush);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
