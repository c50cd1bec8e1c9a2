// CONSTRUCT: the table of places is only ever a permutation
#include <pthread.h>

static int place[2] = {0, 1}, cells[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *swapper(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int first = place[0];
    place[0] = place[1];
    place[1] = first;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *user(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    cells[place[0]] = 1;
    cells[place[1]] = 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, swapper, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
