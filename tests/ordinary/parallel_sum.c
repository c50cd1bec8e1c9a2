// Each thread sums up its part of an array, and adds it to the total once.
// BUG: race: the total is added to without the lock
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif
#define THREADS 4

static int numbers[THREADS * N], total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add_up(void *part) {
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += ((int *)part)[i];
#ifndef BUG
    pthread_mutex_lock(&lock);
#endif
    total += sum;
#ifndef BUG
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS * N; i++)
        numbers[i] = i;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, add_up, &numbers[i * N]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(total == THREADS * N * (THREADS * N - 1) / 2);
    return 0;
}
