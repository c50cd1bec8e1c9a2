// CONSTRUCT: the last of three stages waits for the first one only
#include <pthread.h>
#include <semaphore.h>

static int buffer, result;
static sem_t filled;

static void *fill(void *arg) {
    (void)arg;
    buffer = 1; // NORACE
    sem_post(&filled);
    sem_post(&filled);
    return NULL;
}

static void *change(void *arg) {
    (void)arg;
    sem_wait(&filled);
    buffer *= 10; // RACE!
    return NULL;
}

static void *empty(void *arg) {
    (void)arg;
    sem_wait(&filled);
    result = buffer; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    sem_init(&filled, 0, 0);
    pthread_create(&t1, NULL, empty, NULL);
    pthread_create(&t2, NULL, change, NULL);
    pthread_create(&t3, NULL, fill, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
