// CONSTRUCT: each of two threads frees the loser of a comparison, and both may find the same one
#include <pthread.h>
#include <stdlib.h>

static int *candidates[2], winner = 0;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *judge(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int loser = 1 - winner;
    pthread_mutex_unlock(&lock);
    free(candidates[loser]); // MEMORY! double-free
    pthread_mutex_lock(&lock);
    winner = loser;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    candidates[0] = malloc(8);
    candidates[1] = malloc(8);
    pthread_create(&t1, NULL, judge, NULL);
    pthread_create(&t2, NULL, judge, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
