// CONSTRUCT: sem_timedwait that got the token orders like sem_wait
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static int data;
static sem_t ready;

static void *producer(void *arg) {
    (void)arg;
    data = data + 1;
    sem_post(&ready);
    data = data + 1;
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    struct timespec until = {2000000000, 0};
    if (sem_timedwait(&ready, &until) == 0) {
        int seen = data;
        assert(seen >= 1); // HOLDS
        assert(seen == 2); // FAILS
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
