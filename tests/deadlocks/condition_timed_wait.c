// CONSTRUCT: a wait with a time limit ends, also when the signal was lost
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int in_time;

static void *waiter(void *arg) {
    (void)arg;
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 1;
    pthread_mutex_lock(&lock);
    if (pthread_cond_timedwait(&changed, &lock, &limit) == 0)
        in_time = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *signaller(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, signaller, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
