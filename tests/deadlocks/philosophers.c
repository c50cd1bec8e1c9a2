// CONSTRUCT: three philosophers, each takes the left fork first
#include <pthread.h>

enum { seats = 3 };
static pthread_mutex_t forks[seats];
static int meals[seats];

static void *dine(void *arg) {
    int seat = (int)(long)arg;
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[(seat + 1) % seats]); // DEADLOCK!
    meals[seat]++;
    pthread_mutex_unlock(&forks[(seat + 1) % seats]);
    pthread_mutex_unlock(&forks[seat]);
    return NULL;
}

int main(void) {
    pthread_t philosophers[seats];
    for (long i = 0; i < seats; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < seats; i++)
        pthread_create(&philosophers[i], NULL, dine, (void *)i);
    for (int i = 0; i < seats; i++)
        pthread_join(philosophers[i], NULL);
    return 0;
}
