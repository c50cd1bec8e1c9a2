// DIAGNOSE concurrency
// CONSTRUCT: posted before the value is there
// CAUSE: use -> fill
// REPAIR: order
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t filled;
static int value;

static void *make(void *arg) {
    sem_post(&filled);
    value = 7; // AT fill
    return arg;
}

static void *use(void *arg) {
    sem_wait(&filled);
    assert(value == 7); // AT use // FAILS
    return arg;
}

int main(void) {
    pthread_t first, second;
    sem_init(&filled, 0, 0);
    pthread_create(&first, NULL, make, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
