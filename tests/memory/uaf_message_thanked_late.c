// CONSTRUCT: the consumer thanks for a message when it has read it, and the producer frees what was thanked for
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct message {
    int kind, payload;
};

static struct message *slot;
static sem_t filled, thanked;
static int total;

static void *consumer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        sem_wait(&filled);
        total += slot->payload; // SAFE
        sem_post(&thanked);
    }
    return NULL;
}

static void *producer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        slot = malloc(sizeof *slot);
        slot->payload = i; // SAFE
        sem_post(&filled);
        sem_wait(&thanked);
        free(slot); // SAFE
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&filled, 0, 0);
    sem_init(&thanked, 0, 0);
    pthread_create(&t1, NULL, consumer, NULL);
    pthread_create(&t2, NULL, producer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
