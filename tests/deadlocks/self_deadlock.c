// CONSTRUCT: a thread locks what it holds: already the given run gets stuck
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void add(void) {
    pthread_mutex_lock(&lock); // DEADLOCK!
    count++;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    add();
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL); // NODEADLOCK: it waits, but is no part of it
    return 0;
}
