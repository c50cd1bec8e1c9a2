// DIAGNOSE concurrency
// CONSTRUCT: a semaphore that should have begun at zero
// CAUSE: use -> fill
// REPAIR: order
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t filled;
static int value;

static void *make(void *arg) {
    value = 7; // AT fill
    sem_post(&filled);
    return arg;
}

static void *use(void *arg) {
    sem_wait(&filled);
    assert(value == 7); // AT use // FAILS
    return arg;
}

int main(void) {
    pthread_t first, second;
    sem_init(&filled, 0, 1);
    pthread_create(&first, NULL, make, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
