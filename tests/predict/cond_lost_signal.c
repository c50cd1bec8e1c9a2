// CONSTRUCT: a signal without a waiter is lost: who waited was woken by the second one
#include <assert.h>
#include <pthread.h>

static int stage, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    seen = stage;
    assert(seen >= 1); // HOLDS
    assert(seen == 2); // FAILS
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *signaller(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    stage = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    stage = 2;
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
    assert(seen == stage || seen == 1); // HOLDS
    return 0;
}
