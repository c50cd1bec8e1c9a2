// CONSTRUCT: each thread waits for the other's post, and posts first
#include <pthread.h>
#include <semaphore.h>

static sem_t here, there;

static void *one(void *arg) {
    (void)arg;
    sem_post(&here);
    sem_wait(&there);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    sem_post(&there);
    sem_wait(&here);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&here, 0, 0);
    sem_init(&there, 0, 0);
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
