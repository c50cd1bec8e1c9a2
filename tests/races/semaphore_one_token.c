// CONSTRUCT: a semaphore with one token is a lock
#include <pthread.h>
#include <semaphore.h>

static int counter;
static sem_t tokens;

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&tokens);
    counter++;
    sem_post(&tokens);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    sem_init(&tokens, 0, 1);
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_create(&t3, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
