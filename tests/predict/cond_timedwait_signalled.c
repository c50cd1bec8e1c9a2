// CONSTRUCT: a timed wait that was signalled: the writes before the signal are seen
#include <assert.h>
#include <pthread.h>
#include <time.h>

static int ready, extra;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    (void)arg;
    struct timespec until = {2000000000, 0};
    pthread_mutex_lock(&lock);
    if (pthread_cond_timedwait(&changed, &lock, &until) == 0) {
        assert(ready == 1); // HOLDS
        assert(extra == 1); // FAILS
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *caller(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    extra = 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, caller, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
