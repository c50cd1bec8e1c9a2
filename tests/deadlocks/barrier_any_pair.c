// CONSTRUCT: two threads may meet at the barrier without the third: who was the last there is of no use to anybody
#include <pthread.h>

static pthread_barrier_t barrier;

static void *twice(void *arg) {
    (void)arg;
    pthread_barrier_wait(&barrier); // DEADLOCK!
    pthread_barrier_wait(&barrier); // NODEADLOCK
    return NULL;
}

static void *once(void *arg) {
    (void)arg;
    pthread_barrier_wait(&barrier); // NODEADLOCK
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t1, NULL, twice, NULL);
    pthread_create(&t2, NULL, once, NULL);
    pthread_create(&t3, NULL, once, NULL);
    pthread_join(t1, NULL); // DEADLOCK!
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
