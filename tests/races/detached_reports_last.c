// CONSTRUCT: a detached thread that reports when it is through with all that main reads
#include <pthread.h>
#include <semaphore.h>

static int progress, seen;
static sem_t ended;

static void *worker(void *arg) {
    (void)arg;
    progress = 1;
    progress = 2;
    sem_post(&ended);
    return NULL;
}

int main(void) {
    pthread_t thread;
    sem_init(&ended, 0, 0);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_detach(thread);
    sem_wait(&ended);
    seen = progress;
    return 0;
}
