// VERIFY proved
// CONSTRUCT: a wait that a signal or the time ends
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int value;

static void *waiter(void *arg) {
    struct timespec soon = {0, 0};
    pthread_mutex_lock(&lock);
    if (value == 0 && pthread_cond_timedwait(&changed, &lock, &soon) != 0) value = 5;
    assert(value != 0);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *setter(void *arg) {
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
