// CONSTRUCT: the creator frees the argument when the thread says that it has begun; it has copied but a part of it
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct order {
    int kind, amount;
};

static sem_t begun;
static int done;

static void *worker(void *arg) {
    struct order *order = arg;
    int kind = order->kind;
    sem_post(&begun);
    done = kind * order->amount; // MEMORY! use-after-free
    return NULL;
}

int main(void) {
    pthread_t t1;
    sem_init(&begun, 0, 0);
    struct order *order = malloc(sizeof *order);
    order->kind = 2;
    order->amount = 30;
    pthread_create(&t1, NULL, worker, order);
    sem_wait(&begun);
    free(order);
    pthread_join(t1, NULL);
    return 0;
}
