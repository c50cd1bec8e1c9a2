// CONSTRUCT: the thread copies its argument before it says that it has begun, and the creator frees it then
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct order {
    int kind, amount;
};

static sem_t begun;
static int done;

static void *worker(void *arg) {
    struct order *given = arg;
    struct order order = *given; // SAFE
    sem_post(&begun);
    done = order.kind * order.amount;
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
    return done == 60 ? 0 : 1;
}
