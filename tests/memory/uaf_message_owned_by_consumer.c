// CONSTRUCT: the producer lets go of a message when it posts, and the consumer frees it
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct message {
    int kind, payload;
};

static struct message *slots[2];
static sem_t filled;
static int total;

static void *consumer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        sem_wait(&filled);
        struct message *mine = slots[i];
        total += mine->payload; // SAFE
        free(mine);
    }
    return NULL;
}

static void *producer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        struct message *fresh = malloc(sizeof *fresh);
        fresh->payload = i; // SAFE
        slots[i] = fresh;
        sem_post(&filled);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&filled, 0, 0);
    pthread_create(&t1, NULL, consumer, NULL);
    pthread_create(&t2, NULL, producer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
