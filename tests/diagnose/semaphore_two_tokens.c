// DIAGNOSE concurrency
// CONSTRUCT: a semaphore with two tokens in place of a lock
// CAUSE: count -> count
// REPAIR: mutex, atomic
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t tokens;
static int counter;

static void *work(void *arg) {
    sem_wait(&tokens);
    counter++; // AT count
    sem_post(&tokens);
    return arg;
}

int main(void) {
    pthread_t first, second;
    sem_init(&tokens, 0, 2);
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2); // FAILS
    return 0;
}
