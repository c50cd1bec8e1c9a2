// CONSTRUCT: tested with if: between the signal and the wake-up another takes the item
#include <assert.h>
#include <pthread.h>

static int items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (items == 0)
        pthread_cond_wait(&changed, &lock);
    items = items - 1;
    assert(items >= 0); // FAILS
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *producer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    items = items + 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *thief(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    items = items - 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    items = items + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, producer, NULL);
    pthread_create(&t3, NULL, thief, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
