// CONSTRUCT: two workers post one semaphore, main waits once and reads both results
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static int left, right;
static sem_t done;

static void *sum_left(void *arg) {
    (void)arg;
    left = 10; // RACE!
    sem_post(&done);
    return NULL;
}

static void *sum_right(void *arg) {
    (void)arg;
    right = 20; // RACE!
    sem_post(&done);
    return NULL;
}

static void *collector(void *arg) {
    (void)arg;
    sem_wait(&done);
    int sum = left; // RACE!
    sum += right; // RACE!
    printf("%d\n", sum);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    sem_init(&done, 0, 0);
    pthread_create(&t1, NULL, sum_left, NULL);
    pthread_create(&t2, NULL, sum_right, NULL);
    pthread_create(&t3, NULL, collector, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
