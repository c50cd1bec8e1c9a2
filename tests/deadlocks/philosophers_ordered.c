// CONSTRUCT: three philosophers, each takes the fork with the smaller number first
#include <pthread.h>

enum { seats = 3 };
static pthread_mutex_t forks[seats];
static int meals[seats];

static void *dine(void *arg) {
    int seat = (int)(long)arg, next = (seat + 1) % seats;
    int low = seat < next ? seat : next, high = seat < next ? next : seat;
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    meals[seat]++;
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
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
