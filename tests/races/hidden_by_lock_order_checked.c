// CONSTRUCT: written before a lock and read after it, but only by who saw under the lock that it was written
#include <pthread.h>

static int config, started, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *loader(void *arg) {
    (void)arg;
    config = 42;
    pthread_mutex_lock(&lock);
    started = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int ready = started;
    pthread_mutex_unlock(&lock);
    if (ready)
        seen = config;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, loader, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
