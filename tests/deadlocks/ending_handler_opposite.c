// CONSTRUCT: main ends with one lock held, a handler takes another, a thread takes them in the opposite order
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int steps;

static void flush(void) {
    pthread_mutex_lock(&b); // DEADLOCK!
    steps++;
    pthread_mutex_unlock(&b);
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); // DEADLOCK!
    steps++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return NULL;
}

int main(void) {
    pthread_t thread;
    atexit(flush);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&a);
    return 0;
}
