// CONSTRUCT: a thread joins another under a lock that a third one holds while it waits for the first
#include <pthread.h>

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static pthread_t logger;

static void *logging(void *arg) {
    (void)arg;
    pthread_mutex_lock(&registry); // DEADLOCK!
    pthread_mutex_unlock(&registry);
    return NULL;
}

static void *shutdown_all(void *arg) {
    (void)arg;
    pthread_mutex_lock(&registry);
    pthread_join(logger, NULL); // DEADLOCK!
    pthread_mutex_unlock(&registry);
    return NULL;
}

int main(void) {
    pthread_t closer;
    pthread_create(&logger, NULL, logging, NULL);
    pthread_create(&closer, NULL, shutdown_all, NULL);
    pthread_join(closer, NULL);
    return 0;
}
