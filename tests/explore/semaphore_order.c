// CONSTRUCT: a semaphore orders the write before the read
// OUTCOMES: seen=1
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static int x;
static sem_t posted;

static void *first(void *arg) {
    (void)arg;
    x = 1;
    sem_post(&posted);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    sem_wait(&posted);
    int seen = x;
    return (void *)(long)seen;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    sem_init(&posted, 0, 0);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    (void)r1;
    printf("seen=%d\n", (int)(long)r2);
    return 0;
}
