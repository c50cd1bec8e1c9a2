// CONSTRUCT: a result comes to main over a thread that waited for it
#include <pthread.h>
#include <semaphore.h>

static int result;
static sem_t computed;

static void *computer(void *arg) {
    (void)arg;
    result = 12;
    sem_post(&computed);
    return NULL;
}

static void *waiter(void *arg) {
    (void)arg;
    sem_wait(&computed);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&computed, 0, 0);
    pthread_create(&t1, NULL, computer, NULL);
    pthread_create(&t2, NULL, waiter, NULL);
    pthread_join(t2, NULL);
    int seen = result;
    pthread_join(t1, NULL);
    return seen == 12 ? 0 : 1;
}
