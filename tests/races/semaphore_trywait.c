// CONSTRUCT: sem_trywait that succeeded is a wait; the count of the semaphore orders nothing
#include <pthread.h>
#include <semaphore.h>

static int data, seen, guess;
static sem_t ready;

static void *producer(void *arg) {
    (void)arg;
    data = 5; // RACE!
    sem_post(&ready);
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    int count = 0;
    sem_getvalue(&ready, &count);
    guess = data; // RACE!
    if (sem_trywait(&ready) == 0)
        seen = data; // NORACE
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&ready, 0, 0);
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
