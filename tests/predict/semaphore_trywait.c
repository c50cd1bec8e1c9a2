// CONSTRUCT: sem_trywait that got the token: what was written before the post is seen
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int data, late;
static sem_t ready;

static void *producer(void *arg) {
    (void)arg;
    data = 1;
    sem_post(&ready);
    late = 1;
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    if (sem_trywait(&ready) == 0) {
        assert(data == 1); // HOLDS
        assert(late == 1); // FAILS
    }
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
