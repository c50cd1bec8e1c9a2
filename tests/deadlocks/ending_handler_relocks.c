// CONSTRUCT: exit is called with a lock held that a handler takes
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int failed, logged;

static void flush(void) {
    pthread_mutex_lock(&lock); // DEADLOCK!
    logged = 1;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    failed = 1;
    exit(1);
}

int main(void) {
    pthread_t thread;
    atexit(flush);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
