// CONSTRUCT: all locks are given back before the barrier
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static int steps;

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    steps++;
    pthread_mutex_unlock(&lock);
    pthread_barrier_wait(&barrier);
    pthread_mutex_lock(&lock);
    steps++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
