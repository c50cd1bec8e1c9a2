// CONSTRUCT: two threads wait for one semaphore, but only one of them answers
#include <pthread.h>
#include <semaphore.h>

static sem_t work, answer;
static int jobs;

static void *answering(void *arg) {
    (void)arg;
    sem_wait(&work); // DEADLOCK!
    jobs++;
    sem_post(&answer);
    return NULL;
}

static void *silent(void *arg) {
    (void)arg;
    sem_wait(&work); // NODEADLOCK
    return NULL;
}

static void *giver(void *arg) {
    (void)arg;
    sem_post(&work);
    sem_wait(&answer); // DEADLOCK!
    sem_post(&work);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    sem_init(&work, 0, 0);
    sem_init(&answer, 0, 0);
    pthread_create(&t1, NULL, giver, NULL);
    pthread_create(&t2, NULL, answering, NULL);
    pthread_create(&t3, NULL, silent, NULL);
    pthread_join(t1, NULL); // DEADLOCK!
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
