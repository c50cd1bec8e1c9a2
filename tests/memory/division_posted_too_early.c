// CONSTRUCT: the denominator is posted by a semaphore before it is written
#include <pthread.h>
#include <semaphore.h>

static int denominator, quotient;
static sem_t known;

static void *writer(void *arg) {
    (void)arg;
    sem_post(&known);
    denominator = 3;
    return NULL;
}

static void *divider(void *arg) {
    (void)arg;
    sem_wait(&known);
    quotient = 21 / denominator; // MEMORY! division
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&known, 0, 0);
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, divider, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
