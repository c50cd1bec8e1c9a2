// VERIFY: proved
// CONSTRUCT: who destroys a mutex that is held for sure is told so, and waits
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t held, go;

static void *holder(void *unused) {
    pthread_mutex_lock(&m);
    sem_post(&held);
    sem_wait(&go);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    sem_init(&held, 0, 0);
    sem_init(&go, 0, 0);
    pthread_create(&a, NULL, holder, NULL);
    sem_wait(&held);
    int busy = pthread_mutex_destroy(&m);
    sem_post(&go);
    pthread_join(a, NULL);
    assert(busy == EBUSY);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
