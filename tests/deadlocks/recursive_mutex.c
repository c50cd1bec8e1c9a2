// CONSTRUCT: a recursive mutex may be locked again by its owner, also while another lock is held
#include <pthread.h>

static pthread_mutex_t recursive;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&recursive);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attributes);
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
