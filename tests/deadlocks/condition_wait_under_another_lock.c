// CONSTRUCT: a wait gives back its own lock, not the outer one, which the signaller needs
#include <pthread.h>
#include <semaphore.h>

static int ready, settings;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t begun;

static void *signaller(void *arg) {
    (void)arg;
    pthread_mutex_lock(&outer); // DEADLOCK!
    settings = 1;
    pthread_mutex_unlock(&outer);
    sem_wait(&begun);
    pthread_mutex_lock(&inner);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&inner);
    return NULL;
}

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    sem_post(&begun);
    while (!ready)
        pthread_cond_wait(&changed, &inner); // DEADLOCK!
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&begun, 0, 0);
    pthread_create(&t1, NULL, signaller, NULL);
    pthread_create(&t2, NULL, waiter, NULL);
    pthread_join(t1, NULL); // DEADLOCK!
    pthread_join(t2, NULL);
    return 0;
}
