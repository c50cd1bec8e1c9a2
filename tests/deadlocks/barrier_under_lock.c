// CONSTRUCT: a thread waits at a barrier with a lock that the other one needs before it comes there
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static int steps;

static void *one(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock); // DEADLOCK!
    steps++;
    pthread_mutex_unlock(&lock);
    pthread_barrier_wait(&barrier);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    steps++;
    pthread_barrier_wait(&barrier); // DEADLOCK!
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_join(t1, NULL); // DEADLOCK!
    pthread_join(t2, NULL);
    return 0;
}
