// VERIFY: bug
// CONSTRUCT: a normal mutex is unlocked by a thread that does not hold it
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int v;
static sem_t held, go;

static void *work(void *unused) {
    sem_wait(&held);
    pthread_mutex_unlock(&m); // MISUSE! not-held
    sem_post(&go);
    return unused;
}

int main(void) {
    pthread_t a;
    sem_init(&held, 0, 0);
    sem_init(&go, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_lock(&m);
    sem_post(&held);
    sem_wait(&go);
    pthread_join(a, NULL);
    return 0;
}
