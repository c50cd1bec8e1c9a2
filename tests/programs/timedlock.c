// CONSTRUCT: pthread_mutex_timedlock: a time-out while main holds the lock, then success
// EXIT: 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first = -1, second = -1;

static int timed(long milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    return pthread_mutex_timedlock(&lock, &until);
}

static void *while_held(void *arg) {
    (void)arg;
    first = timed(10);
    return NULL;
}

static void *while_free(void *arg) {
    (void)arg;
    second = timed(900);
    if (second == 0)
        pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, while_held, NULL);
    pthread_join(t, NULL);
    pthread_mutex_unlock(&lock);
    assert(first == ETIMEDOUT);
    pthread_create(&t, NULL, while_free, NULL);
    pthread_join(t, NULL);
    assert(second == 0);
    return 0;
}
