// CONSTRUCT: a condition variable waited on with if: right only without spurious wake-ups
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done, value, seen;

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (done == 0)
        pthread_cond_wait(&changed, &lock);
    assert(done == 1);
    seen = value;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *setter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    value = 8;
    done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen == 8);
    return 0;
}
