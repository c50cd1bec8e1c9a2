// VERIFY: bug
// CONSTRUCT: a semaphore is destroyed that another thread may still post
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static sem_t s;

static void *work(void *unused) {
    sem_post(&s);
    return unused;
}

int main(void) {
    pthread_t a;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    sem_destroy(&s); // MISUSE! unordered
    pthread_join(a, NULL);
    return 0;
}
