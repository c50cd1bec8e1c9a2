// CONSTRUCT: two threads free what lies in one slot in turns, and each puts down something new for the other
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void *slot;
static sem_t turns[2];

static void *player(void *arg) {
    int me = *(int *)arg;
    for (int i = 0; i < 2; i++) {
        sem_wait(&turns[me]);
        free(slot); // SAFE
        slot = malloc(8);
        sem_post(&turns[1 - me]);
    }
    return NULL;
}

int main(void) {
    static int me[] = {0, 1};
    pthread_t t1, t2;
    sem_init(&turns[0], 0, 1);
    sem_init(&turns[1], 0, 0);
    slot = malloc(8);
    pthread_create(&t1, NULL, player, &me[0]);
    pthread_create(&t2, NULL, player, &me[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    free(slot);
    return 0;
}
