// CONSTRUCT: each waiter wakes the next: who comes late is not woken any more
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&turn, &lock); // DEADLOCK!
    pthread_cond_signal(&turn);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *starter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&turn);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, waiter, NULL);
    pthread_create(&t3, NULL, starter, NULL);
    pthread_join(t1, NULL); // DEADLOCK!
    pthread_join(t2, NULL); // DEADLOCK!
    pthread_join(t3, NULL);
    return 0;
}
