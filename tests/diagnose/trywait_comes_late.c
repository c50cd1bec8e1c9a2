// DIAGNOSE concurrency
// CONSTRUCT: only the semaphore decides: there is a token, and there should be none
// CAUSE: post -> try
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t token;
static int got;

static void *one(void *arg) {
    sem_post(&token); // AT post
    return arg;
}

static void *other(void *arg) {
    if (sem_trywait(&token) == 0) // AT try
        got = 1;
    return arg;
}

int main(void) {
    pthread_t first, second;
    sem_init(&token, 0, 0);
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(!got); // FAILS
    return 0;
}
