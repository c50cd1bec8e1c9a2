// CONSTRUCT: a semaphore of value two excludes nobody
// OUTCOMES: x=1 | x=2
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static int x;
static sem_t tokens;

static void *first(void *arg) {
    (void)arg;
    sem_wait(&tokens);
    x++;
    sem_post(&tokens);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    sem_wait(&tokens);
    x++;
    sem_post(&tokens);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&tokens, 0, 2);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("x=%d\n", x);
    return 0;
}
