// CONSTRUCT: a mutex that checks for errors refuses to be locked twice by one thread
#include <pthread.h>

static pthread_mutex_t lock;
static int refused;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (pthread_mutex_lock(&lock) != 0)
        refused++;
    else
        pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
