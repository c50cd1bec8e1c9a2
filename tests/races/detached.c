// CONSTRUCT: a detached thread that main does not wait for before it looks
#include <pthread.h>
#include <semaphore.h>

static int progress, seen;
static sem_t begun;

static void *worker(void *arg) {
    (void)arg;
    progress = 1;
    sem_post(&begun);
    progress = 2; // RACE!
    return NULL;
}

int main(void) {
    pthread_t thread;
    sem_init(&begun, 0, 0);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_detach(thread);
    sem_wait(&begun);
    seen = progress; // RACE!
    return 0;
}
