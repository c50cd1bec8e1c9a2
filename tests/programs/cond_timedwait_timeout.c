// CONSTRUCT: pthread_cond_timedwait that nobody signals: it times out and holds the mutex again
// EXIT: 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int timeouts;

static void *waiter(void *arg) {
    (void)arg;
    struct timespec until;
    int rc;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 5000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&lock);
    do
        rc = pthread_cond_timedwait(&never, &lock, &until);
    while (rc == 0);
    assert(rc == ETIMEDOUT);
    timeouts++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, waiter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(timeouts == 2);
    return 0;
}
