// CONSTRUCT: a timed wait that ran out says nothing about the condition
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    (void)arg;
    struct timespec until = {1, 0};
    pthread_mutex_lock(&lock);
    if (pthread_cond_timedwait(&changed, &lock, &until) == ETIMEDOUT) {
        int seen = ready;
        assert(seen == 0); // FAILS
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *setter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_join(t1, NULL);
    assert(ready == 0); // HOLDS
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
