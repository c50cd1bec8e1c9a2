// CONSTRUCT: a thread waits for ever for a lock that main ends with: the process ends
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int steps;

static void flush(void) {
    pthread_mutex_lock(&b);
    steps++;
    pthread_mutex_unlock(&b);
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    steps++;
    pthread_mutex_unlock(&a);
    return NULL;
}

int main(void) {
    pthread_t thread;
    atexit(flush);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&a);
    return 0;
}
