// CONSTRUCT: three stages hand a buffer on by semaphores
#include <pthread.h>
#include <semaphore.h>

static int buffer, result;
static sem_t filled, changed;

static void *fill(void *arg) {
    (void)arg;
    buffer = 1;
    sem_post(&filled);
    return NULL;
}

static void *change(void *arg) {
    (void)arg;
    sem_wait(&filled);
    buffer *= 10;
    sem_post(&changed);
    return NULL;
}

static void *empty(void *arg) {
    (void)arg;
    sem_wait(&changed);
    result = buffer;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    sem_init(&filled, 0, 0);
    sem_init(&changed, 0, 0);
    pthread_create(&t1, NULL, empty, NULL);
    pthread_create(&t2, NULL, change, NULL);
    pthread_create(&t3, NULL, fill, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return result == 10 ? 0 : 1;
    return 0;
}
