// CONSTRUCT: a trywrlock that failed: a reader or a writer is inside
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int inside;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t go;

static void *reader(void *arg) {
    (void)arg;
    inside = 1;
    pthread_rwlock_rdlock(&lock);
    sem_wait(&go);
    pthread_rwlock_unlock(&lock);
    inside = 2;
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    if (pthread_rwlock_trywrlock(&lock) != 0) {
        assert(inside == 1); // HOLDS
    }
    if (pthread_rwlock_tryrdlock(&lock) == 0) {
        sem_post(&go);
        assert(inside == 1); // FAILS
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    sem_init(&go, 0, 0);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, other, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
