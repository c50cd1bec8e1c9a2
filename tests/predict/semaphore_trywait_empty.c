// CONSTRUCT: sem_trywait that found no token: the count was zero at that moment
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int taken;
static sem_t tokens;

static void *taker(void *arg) {
    (void)arg;
    sem_wait(&tokens);
    taken = 1;
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    if (sem_trywait(&tokens) != 0) {
        assert(taken == 1); // FAILS
    }
    return NULL;
}

int main(void) {
    sem_init(&tokens, 0, 1);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, taker, NULL);
    pthread_create(&t2, NULL, other, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    int left;
    sem_getvalue(&tokens, &left);
    assert(left == 0); // HOLDS
    return 0;
}
