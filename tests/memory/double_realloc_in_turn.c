// CONSTRUCT: two threads make a log longer, one after the other has passed the turn to it
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static char *lines;
static sem_t turn;

static void *grow(void *arg) {
    size_t *size = arg;
    sem_wait(&turn);
    lines = realloc(lines, *size); // SAFE
    sem_post(&turn);
    return NULL;
}

int main(void) {
    static size_t sizes[] = {4096, 8192};
    pthread_t t1, t2;
    sem_init(&turn, 0, 1);
    lines = malloc(16);
    pthread_create(&t1, NULL, grow, &sizes[0]);
    pthread_create(&t2, NULL, grow, &sizes[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    free(lines);
    return 0;
}
