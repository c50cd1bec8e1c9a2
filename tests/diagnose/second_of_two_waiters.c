// DIAGNOSE concurrency
// CAUSE: takes -> second
// REPAIR: any
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int tokens;
static int winner;

static void *first(void *arg) {
    pthread_mutex_lock(&lock);
    while (tokens == 0)
        pthread_cond_wait(&more, &lock);
    tokens--;
    if (winner == 0)
        winner = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&lock);
    while (tokens == 0)
        pthread_cond_wait(&more, &lock);
    tokens--;  // AT takes
    if (winner == 0)
        winner = 2;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&other, NULL, second, NULL);
    pthread_mutex_lock(&lock);
    tokens = 1;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    tokens++;  // AT second
    pthread_cond_signal(&more);
    int seen = winner;
    pthread_mutex_unlock(&lock);
    assert(seen != 2);  // FAILS
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
