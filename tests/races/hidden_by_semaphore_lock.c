// CONSTRUCT: a semaphore used as a lock orders what is outside only by chance
#include <pthread.h>
#include <semaphore.h>

static int config, started, seen;
static sem_t gate;

static void *loader(void *arg) {
    (void)arg;
    config = 42; // RACE!
    sem_wait(&gate);
    started++;
    sem_post(&gate);
    return NULL;
}

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&gate);
    started++;
    sem_post(&gate);
    seen = config; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&gate, 0, 1);
    pthread_create(&t1, NULL, loader, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
