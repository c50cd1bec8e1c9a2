// CONSTRUCT: a trylock that found the mutex busy: somebody is inside at that moment
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int inside, told;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t go;

static void *owner(void *arg) {
    (void)arg;
    told = 1;
    pthread_mutex_lock(&lock);
    inside = 1;
    sem_wait(&go);
    inside = 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&lock) == 0) {
        pthread_mutex_unlock(&lock);
    } else {
        assert(told == 1); // HOLDS
        assert(inside != 2); // HOLDS
        assert(inside == 1); // FAILS
    }
    sem_post(&go);
    return NULL;
}

int main(void) {
    sem_init(&go, 0, 0);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, owner, NULL);
    pthread_create(&t2, NULL, other, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
