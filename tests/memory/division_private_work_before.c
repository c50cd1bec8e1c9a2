// CONSTRUCT: between the read of the divisor and the division a thread lets others go on, and its result is not used
#include <pthread.h>
#include <semaphore.h>

static int divisor = 2;
static sem_t go;
static int after;

static void *calculator(void *arg) {
    (void)arg;
    int mine = divisor;
    sem_post(&go);
    int unused = 8 / mine; // MEMORY! division
    (void)unused;
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    sem_wait(&go);
    after = 1;
    return NULL;
}

static void *changer(void *arg) {
    (void)arg;
    divisor -= 2;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    sem_init(&go, 0, 0);
    pthread_create(&t1, NULL, calculator, NULL);
    pthread_create(&t2, NULL, other, NULL);
    pthread_create(&t3, NULL, changer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
