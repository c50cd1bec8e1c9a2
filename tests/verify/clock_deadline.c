// VERIFY proved
// CONSTRUCT: the time and a second is how long to wait for another thread; the seconds are carried
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t said = PTHREAD_COND_INITIALIZER;
static int ready, value;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    value = 7;
    ready = 1;
    pthread_cond_signal(&said);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    struct timespec until;
    int result = 0;
    pthread_create(&thread, NULL, worker, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 999999999L;
    while (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&lock);
    while (!ready && result == 0)
        result = pthread_cond_timedwait(&said, &lock, &until);
    if (ready)
        assert(value == 7);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
