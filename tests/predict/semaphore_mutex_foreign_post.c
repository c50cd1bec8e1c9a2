// CONSTRUCT: a third thread posts once too often: two are inside
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int x;
static sem_t lock;

static void *increment(void *arg) {
    (void)arg;
    sem_wait(&lock);
    x = x + 1;
    sem_post(&lock);
    return NULL;
}

static void *poster(void *arg) {
    (void)arg;
    sem_post(&lock);
    return NULL;
}

int main(void) {
    sem_init(&lock, 0, 1);
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_create(&t3, NULL, poster, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(x == 2); // FAILS
    return 0;
}
