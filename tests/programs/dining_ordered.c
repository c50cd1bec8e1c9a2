// CONSTRUCT: three dining philosophers who take the lower fork first: no deadlock
// EXIT: 0
#include <assert.h>
#include <pthread.h>

#define N 3

static pthread_mutex_t forks[N];
static int meals[N];
static int uses[N];

static void *philosopher(void *arg) {
    int me = (int)(long)arg;
    int a = me, b = (me + 1) % N;
    int low = a < b ? a : b, high = a < b ? b : a;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&forks[low]);
        pthread_mutex_lock(&forks[high]);
        meals[me]++;
        uses[low]++;
        uses[high]++;
        pthread_mutex_unlock(&forks[high]);
        pthread_mutex_unlock(&forks[low]);
    }
    return NULL;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < N; i++)
        assert(meals[i] == 2 && uses[i] == 4);
    return 0;
}
