// CONSTRUCT: a thread waits for the semaphore first, and takes the lock afterwards
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t filled;
static int items;

static void *producer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    items++;
    pthread_mutex_unlock(&lock);
    sem_post(&filled);
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    sem_wait(&filled);
    pthread_mutex_lock(&lock);
    items--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&filled, 0, 0);
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
