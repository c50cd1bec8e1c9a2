// CONSTRUCT: to pause a limiter its flag is set and the users inside are waited for by a lock; then the rate is 0
#include <pthread.h>

static pthread_rwlock_t users = PTHREAD_RWLOCK_INITIALIZER;
static int paused, rate = 20, wait_ms;

static void *limiter(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&users);
    if (!paused)
        wait_ms = 1000 / rate; // SAFE
    pthread_rwlock_unlock(&users);
    return NULL;
}

static void *pause_it(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&users);
    paused = 1;
    pthread_rwlock_unlock(&users);
    rate = 0;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, limiter, NULL);
    pthread_create(&t2, NULL, pause_it, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
