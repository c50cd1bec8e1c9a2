// VERIFY proved
// main returns while the worker still waits for a semaphore that nobody posts.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static int taken;

static void *take(void *arg) {
    sem_wait(&items);
    taken = 1;
    assert(0);
    return arg;
}

int main(void) {
    pthread_t worker;
    sem_init(&items, 0, 0);
    pthread_create(&worker, NULL, take, NULL);
    assert(taken == 0);
    return 0;
}
