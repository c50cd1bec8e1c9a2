// CONSTRUCT: tested with while: whoever finds no item waits again
#include <assert.h>
#include <pthread.h>

static int items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *consumer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&changed, &lock);
    items = items - 1;
    assert(items >= 0); // HOLDS
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *producer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    items = items + 2;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, consumer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_create(&t3, NULL, producer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(items == 0); // HOLDS
    return 0;
}
