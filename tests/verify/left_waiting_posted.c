// VERIFY bug
// As left_waiting.c, but somebody posts the semaphore: the worker may get it before main has returned.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static int taken;

static void *take(void *arg) {
    sem_wait(&items);
    taken = 1;
    return arg;
}

int main(void) {
    pthread_t worker;
    sem_init(&items, 0, 0);
    pthread_create(&worker, NULL, take, NULL);
    sem_post(&items);
    assert(taken == 0); // FAILS
    return 0;
}
