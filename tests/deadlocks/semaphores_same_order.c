// CONSTRUCT: two semaphores as locks, in the same order
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *one(void *arg) {
    (void)arg;
    sem_wait(&a);
    sem_wait(&b);
    sem_post(&b);
    sem_post(&a);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&a, 0, 1);
    sem_init(&b, 0, 1);
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, one, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
