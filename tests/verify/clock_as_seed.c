// VERIFY proved
// CONSTRUCT: the time is the seed of random numbers, which are the input
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    sum += *(int *)arg;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    srand(time(NULL));
    int number = rand() % 10;
    pthread_create(&one, NULL, worker, &number);
    pthread_create(&two, NULL, worker, &number);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(sum == 2 * number);
    return 0;
}
