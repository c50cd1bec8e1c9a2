// CONSTRUCT: one thread comes to the barrier twice: the two others may meet without it
#include <pthread.h>
#include <semaphore.h>

static pthread_barrier_t barrier;
static sem_t begun;

static void *twice(void *arg) {
    (void)arg;
    pthread_barrier_wait(&barrier); // DEADLOCK!
    sem_wait(&begun);
    pthread_barrier_wait(&barrier); // NODEADLOCK
    return NULL;
}

static void *first(void *arg) {
    (void)arg;
    pthread_barrier_wait(&barrier); // NODEADLOCK
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    sem_post(&begun);
    pthread_barrier_wait(&barrier); // NODEADLOCK
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_barrier_init(&barrier, NULL, 2);
    sem_init(&begun, 0, 0);
    pthread_create(&t1, NULL, twice, NULL);
    pthread_create(&t2, NULL, first, NULL);
    pthread_create(&t3, NULL, second, NULL);
    pthread_join(t1, NULL); // DEADLOCK!
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
