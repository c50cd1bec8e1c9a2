// CONSTRUCT: a semaphore meant as a signal was initialised as a lock
#include <pthread.h>
#include <semaphore.h>

static int config, seen;
static sem_t loaded;

static void *loader(void *arg) {
    (void)arg;
    config = 42; // RACE!
    sem_post(&loaded);
    return NULL;
}

static void *worker(void *arg) {
    (void)arg;
    sem_wait(&loaded);
    seen = config; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&loaded, 0, 1);
    pthread_create(&t1, NULL, loader, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
