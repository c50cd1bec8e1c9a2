// CONSTRUCT: room is waited for before the lock is taken
#include <pthread.h>
#include <semaphore.h>

static sem_t room, filled, access_lock;
static int items;

static void *producer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        sem_wait(&room);
        sem_wait(&access_lock);
        items++;
        sem_post(&access_lock);
        sem_post(&filled);
    }
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        sem_wait(&filled);
        sem_wait(&access_lock);
        items--;
        sem_post(&access_lock);
        sem_post(&room);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&room, 0, 1);
    sem_init(&filled, 0, 0);
    sem_init(&access_lock, 0, 1);
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
