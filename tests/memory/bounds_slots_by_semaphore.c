// CONSTRUCT: a counting semaphore lets in as many as there are slots, and each takes the next one under the lock
#include <pthread.h>
#include <semaphore.h>

static int slots[2], used;
static sem_t places;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *guest(void *arg) {
    (void)arg;
    sem_wait(&places);
    pthread_mutex_lock(&lock);
    slots[used++] = 1; // SAFE never more than two are in
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    used--;
    pthread_mutex_unlock(&lock);
    sem_post(&places);
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    sem_init(&places, 0, 2);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, guest, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
