// A consumer gives up when the queue is empty and closed. It looks at the two at once.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items, closed, lost;

static void *produce(void *arg)
{
    pthread_mutex_lock(&lock);
    items++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *consume(void *arg)
{
    pthread_mutex_lock(&lock);
    int is_empty = items == 0;
    if (is_empty && closed)
        lost = items; // nobody will come for them
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    assert(lost == 0);
    return 0;
}
