// CONSTRUCT: a detached thread: nobody waits for it, and main gets ahead
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int x;
static sem_t begun;

static void *worker(void *arg) {
    (void)arg;
    x = 1;
    sem_post(&begun);
    x = 2;
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&begun, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
    sem_wait(&begun);
    assert(x >= 1); // HOLDS
    assert(x == 2); // FAILS
    return 0;
}
