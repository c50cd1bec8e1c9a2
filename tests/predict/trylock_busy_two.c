// CONSTRUCT: two mutexes found busy one after the other: the owner of the second may have let go of the first
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int step;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t go;

static void *owner(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    sem_wait(&go);
    pthread_mutex_unlock(&a);
    step = 1;
    pthread_mutex_unlock(&b);
    sem_wait(&go);
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&a) != 0)
        sem_post(&go);
    if (pthread_mutex_trylock(&b) != 0) {
        int seen = step;
        assert(seen == 0); // FAILS
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
