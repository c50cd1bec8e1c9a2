// VERIFY unknown clock_gettime
// CONSTRUCT: after the wait the clock, and not its result, says whether the time was over
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t said = PTHREAD_COND_INITIALIZER;
static int ready;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&said);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    struct timespec until, now;
    pthread_create(&thread, NULL, worker, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_mutex_lock(&lock);
    if (!ready)
        pthread_cond_timedwait(&said, &lock, &until);
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec <= until.tv_sec)
        ready++;
    assert(ready >= 1 || now.tv_sec >= until.tv_sec);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
