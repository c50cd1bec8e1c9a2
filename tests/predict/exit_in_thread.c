// CONSTRUCT: a thread ends the process: main's assertion behind the join is reached only before
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int x;
static sem_t never;

static void *quitter(void *arg) {
    (void)arg;
    x = 1;
    exit(0);
    return NULL;
}

static void *worker(void *arg) {
    (void)arg;
    x = 2;
    assert(x == 2); // FAILS
    sem_wait(&never);
    return NULL;
}

int main(void) {
    sem_init(&never, 0, 0);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, quitter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 3); // HOLDS
    return 0;
}
