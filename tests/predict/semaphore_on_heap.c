// CONSTRUCT: a semaphore in a heap object, waited for by the thread that frees nothing
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct channel {
    sem_t items;
    int slots[2];
    int used;
};

static void *send(void *arg) {
    struct channel *channel = arg;
    channel->slots[channel->used] = 4;
    channel->used = channel->used + 1;
    sem_post(&channel->items);
    return NULL;
}

static void *receive(void *arg) {
    struct channel *channel = arg;
    sem_wait(&channel->items);
    assert(channel->slots[0] == 4); // HOLDS
    assert(channel->used == 1); // HOLDS
    return NULL;
}

int main(void) {
    struct channel *channel = calloc(1, sizeof *channel);
    sem_init(&channel->items, 0, 0);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, send, channel);
    pthread_create(&t2, NULL, receive, channel);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
