// CONSTRUCT: pthread_cancel of a thread that waits on a semaphore
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t started, never;
static int progress;

static void *victim(void *arg) {
    (void)arg;
    progress = 1;
    sem_post(&started);
    sem_wait(&never); /* a cancellation point */
    progress = 2;
    return NULL;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&started, 0, 0);
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, victim, NULL);
    sem_wait(&started);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED && progress == 1);
    return 0;
}
