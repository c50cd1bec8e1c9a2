// CONSTRUCT: two threads push and one pops twice, each time when a semaphore says that there is something
#include <pthread.h>
#include <semaphore.h>

static int stack[2], top, got;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t filled;

static void *pusher(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    stack[top++] = 5; // SAFE
    pthread_mutex_unlock(&lock);
    sem_post(&filled);
    return NULL;
}

static void *popper(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        sem_wait(&filled);
        pthread_mutex_lock(&lock);
        got += stack[--top]; // SAFE
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    sem_init(&filled, 0, 0);
    pthread_create(&t1, NULL, pusher, NULL);
    pthread_create(&t2, NULL, popper, NULL);
    pthread_create(&t3, NULL, pusher, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
