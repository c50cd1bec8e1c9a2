// CONSTRUCT: two detached threads block each other while main goes on and returns
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static sem_t begun;
static int work;

static void *one(void *arg) {
    (void)arg;
    sem_post(&begun);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); // DEADLOCK!
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    sem_post(&begun);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); // DEADLOCK!
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&begun, 0, 0);
    pthread_create(&t1, NULL, one, NULL);
    pthread_detach(t1);
    pthread_create(&t2, NULL, two, NULL);
    pthread_detach(t2);
    sem_wait(&begun);
    sem_wait(&begun);
    for (int i = 0; i < 3; i++)
        work++;
    return 0;
}
