// CONSTRUCT: two semaphores that hand the turn to and fro
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int rounds;

static void *first(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        sem_wait(&ping);
        rounds++;
        sem_post(&pong);
    }
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        sem_wait(&pong);
        rounds++;
        sem_post(&ping);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
