// CONSTRUCT: a semaphore lets only two of three philosophers to the table
#include <pthread.h>
#include <semaphore.h>

enum { seats = 3 };
static pthread_mutex_t forks[seats];
static sem_t chairs;

static void *dine(void *arg) {
    int seat = (int)(long)arg;
    sem_wait(&chairs);
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[(seat + 1) % seats]);
    pthread_mutex_unlock(&forks[(seat + 1) % seats]);
    pthread_mutex_unlock(&forks[seat]);
    sem_post(&chairs);
    return NULL;
}

int main(void) {
    pthread_t philosophers[seats];
    sem_init(&chairs, 0, seats - 1);
    for (long i = 0; i < seats; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < seats; i++)
        pthread_create(&philosophers[i], NULL, dine, (void *)i);
    for (int i = 0; i < seats; i++)
        pthread_join(philosophers[i], NULL);
    return 0;
}
