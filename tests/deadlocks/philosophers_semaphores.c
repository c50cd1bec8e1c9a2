// CONSTRUCT: philosophers whose forks are semaphores
#include <pthread.h>
#include <semaphore.h>

enum { seats = 2 };
static sem_t forks[seats];

static void *dine(void *arg) {
    int seat = (int)(long)arg;
    sem_wait(&forks[seat]);
    sem_wait(&forks[(seat + 1) % seats]); // DEADLOCK!
    sem_post(&forks[(seat + 1) % seats]);
    sem_post(&forks[seat]);
    return NULL;
}

int main(void) {
    pthread_t philosophers[seats];
    for (int i = 0; i < seats; i++)
        sem_init(&forks[i], 0, 1);
    for (long i = 0; i < seats; i++)
        pthread_create(&philosophers[i], NULL, dine, (void *)i);
    for (int i = 0; i < seats; i++)
        pthread_join(philosophers[i], NULL); // DEADLOCK!
    return 0;
}
