// CONSTRUCT: two semaphores hand the turn to and fro
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int turns;
static sem_t ping, pong;

static void *first(void *arg) {
    (void)arg;
    sem_wait(&ping);
    assert(turns == 0); // HOLDS
    turns = 1;
    sem_post(&pong);
    sem_wait(&ping);
    assert(turns == 2); // HOLDS
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    sem_wait(&pong);
    turns = 2;
    sem_post(&ping);
    return NULL;
}

int main(void) {
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
