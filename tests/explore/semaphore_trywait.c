// CONSTRUCT: sem_trywait finds the token or not
// OUTCOMES: got=0 left=1 | got=1 left=0
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t tokens;

static void *first(void *arg) {
    (void)arg;
    sem_post(&tokens);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int got = sem_trywait(&tokens) == 0;
    return (void *)(long)got;
}

int main(void) {
    pthread_t t1, t2;
    void *r1, *r2;
    sem_init(&tokens, 0, 0);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    int left;
    (void)r1;
    sem_getvalue(&tokens, &left);
    printf("got=%d left=%d\n", (int)(long)r2, left);
    return 0;
}
