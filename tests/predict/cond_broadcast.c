// CONSTRUCT: a broadcast wakes both waiters, and both see what was written before it
#include <assert.h>
#include <pthread.h>

static int ready, woken;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    woken = woken + 1;
    assert(woken <= 2); // HOLDS
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *caller(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_broadcast(&changed);
    assert(woken == 0); // HOLDS
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, waiter, NULL);
    pthread_create(&t3, NULL, caller, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(woken == 2); // HOLDS
    return 0;
}
