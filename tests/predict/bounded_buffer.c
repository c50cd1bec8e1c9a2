// CONSTRUCT: one-place buffer with two conditions: items come out in order
#include <assert.h>
#include <pthread.h>

static int full, slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;

static void put(int item) {
    pthread_mutex_lock(&lock);
    while (full)
        pthread_cond_wait(&emptied, &lock);
    slot = item;
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
}

static int get(void) {
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&filled, &lock);
    full = 0;
    int item = slot;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *producer(void *arg) {
    (void)arg;
    put(1);
    put(2);
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    int item = get();
    assert(item == 1); // HOLDS
    item = get();
    assert(item == 2); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
