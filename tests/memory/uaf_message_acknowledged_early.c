// CONSTRUCT: the consumer thanks for a message before it reads it, and the producer frees what was thanked for
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
        struct message *mine = slot;
        sem_post(&thanked);
        total += mine->payload; // MEMORY! use-after-free
    }
    return NULL;
}

static void *producer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        struct message *fresh = malloc(sizeof *fresh);
        fresh->payload = i;
        slot = fresh;
        sem_post(&filled);
        sem_wait(&thanked);
        free(fresh);
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
