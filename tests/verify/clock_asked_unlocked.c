// VERIFY unknown gettimeofday
// CONSTRUCT: the time is asked for before the lock is taken, so that a later one may be there already
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long last;

static void *worker(void *arg) {
    struct timeval time;
    gettimeofday(&time, NULL);
    long asked = time.tv_sec * 1000000L + time.tv_usec;
    pthread_mutex_lock(&lock);
    assert(asked >= last);
    last = asked;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
