// DIAGNOSE passes
// CONSTRUCT: handed over
// REPAIR: none
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t filled;
static int value;

static void *one(void *arg) {
    value = 7;
    sem_post(&filled);
    return arg;
}

static void *other(void *arg) {
    sem_wait(&filled);
    assert(value == 7);
    return arg;
}

int main(void) {
    pthread_t first, second;
    sem_init(&filled, 0, 0);
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
