// VERIFY proved
// VERIFY deadlocks: proved
// CONSTRUCT: a slot filled and emptied in turn, three times
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t full, empty;
static int slot, sum;

static void *producer(void *arg) {
    for (int i = 1; i <= 3; i++) {
        sem_wait(&empty);
        slot = i;
        sem_post(&full);
    }
    return arg;
}

static void *consumer(void *arg) {
    for (int i = 1; i <= 3; i++) {
        sem_wait(&full);
        sum = sum + slot;
        sem_post(&empty);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(sum == 6);
    return 0;
}
