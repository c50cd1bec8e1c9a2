// CONSTRUCT: the semaphore is posted before the data is there
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int data;
static sem_t ready;

static void *producer(void *arg) {
    (void)arg;
    sem_post(&ready);
    data = 42;
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    sem_wait(&ready);
    assert(data == 42); // FAILS
    return NULL;
}

int main(void) {
    sem_init(&ready, 0, 0);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
