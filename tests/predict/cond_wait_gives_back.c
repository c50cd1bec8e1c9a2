// CONSTRUCT: the wait gives the mutex back: what held before it need not hold after it
#include <assert.h>
#include <pthread.h>

static int ready, other;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *consumer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int before = other;
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    assert(other == before); // FAILS
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *producer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *third(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    other = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, consumer, NULL);
    pthread_create(&t2, NULL, producer, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
