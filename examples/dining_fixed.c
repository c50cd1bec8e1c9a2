/* As dining.c, but each philosopher takes the fork with the smaller number first: the last one begins on its right, and a
 * circle cannot close. */
#include <pthread.h>
#include <stdio.h>

enum { SEATS = 3 };
static pthread_mutex_t forks[SEATS] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals[SEATS];

static void *dine(void *argument)
{
    int seat = (int)(long)argument;
    int neighbour = (seat + 1) % SEATS;
    int first = seat < neighbour ? seat : neighbour, second = seat < neighbour ? neighbour : seat;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    meals[seat]++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
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
