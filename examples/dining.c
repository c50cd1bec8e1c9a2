/* Three philosophers, three forks. Each takes the fork on its left and then the one on its right. Plain runs end well; but if
 * all three hold their left fork at the same time, each waits for its neighbour for ever. */
#include <pthread.h>
#include <stdio.h>

enum { SEATS = 3 };
static pthread_mutex_t forks[SEATS] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals[SEATS];

static void *dine(void *argument)
{
    int seat = (int)(long)argument;
    int left = seat, right = (seat + 1) % SEATS;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    meals[seat]++;
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return NULL;
}

int main(void)
{
    pthread_t philosophers[SEATS];
    for (long seat = 0; seat < SEATS; seat++)
        pthread_create(&philosophers[seat], NULL, dine, (void *)seat);
    for (int seat = 0; seat < SEATS; seat++)
        pthread_join(philosophers[seat], NULL);
    printf("%d meals\n", meals[0] + meals[1] + meals[2]);
    return 0;
}
