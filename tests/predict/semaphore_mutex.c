// CONSTRUCT: a semaphore of value one as a mutex
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int x;
static sem_t lock;

static void *increment(void *arg) {
    (void)arg;
    sem_wait(&lock);
    int before = x;
    x = before + 1;
    assert(x == before + 1); // HOLDS
    sem_post(&lock);
    return NULL;
}

int main(void) {
    sem_init(&lock, 0, 1);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // HOLDS
    return 0;
}
