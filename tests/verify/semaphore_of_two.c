// VERIFY bug
// CONSTRUCT: a semaphore of two as a lock
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t free_places;
static int inside;

static void *work(void *arg) {
    sem_wait(&free_places);
    inside = inside + 1;
    assert(inside == 1); // FAILS
    inside = inside - 1;
    sem_post(&free_places);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&free_places, 0, 2);
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
