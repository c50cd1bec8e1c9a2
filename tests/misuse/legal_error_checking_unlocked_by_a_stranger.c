// VERIFY: proved
// CONSTRUCT: an error-checking mutex says so to who does not hold it
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m;
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
    pthread_mutexattr_t checks;
    pthread_mutexattr_init(&checks);
    pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &checks);
    sem_init(&held, 0, 0);
    sem_init(&go, 0, 0);
    pthread_create(&a, NULL, holder, NULL);
    sem_wait(&held);
    assert(pthread_mutex_unlock(&m) == EPERM);
    sem_post(&go);
    pthread_join(a, NULL);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return 0;
}
