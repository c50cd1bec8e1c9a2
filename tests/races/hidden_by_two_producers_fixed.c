// CONSTRUCT: the consumer waits until both producers are through
#include <pthread.h>

static int items, header, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void put(void) {
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
}

static void *first(void *arg) {
    (void)arg;
    header = 7;
    put();
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    put();
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (items < 2)
        pthread_cond_wait(&filled, &lock);
    pthread_mutex_unlock(&lock);
    seen = header;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
