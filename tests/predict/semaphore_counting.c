// CONSTRUCT: two posts are needed: the consumer waits for both producers
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int a, b;
static sem_t ready;

static void *first(void *arg) {
    (void)arg;
    a = 1;
    sem_post(&ready);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    b = 1;
    sem_post(&ready);
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    sem_wait(&ready);
    assert(a + b >= 1); // HOLDS
    sem_wait(&ready);
    assert(a + b == 2); // HOLDS
    return NULL;
}

int main(void) {
    sem_init(&ready, 0, 0);
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
