// VERIFY: bug
// CONSTRUCT: a barrier that nobody initialises
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_barrier_t b;

static void *work(void *unused) {
    pthread_barrier_wait(&b); // MISUSE! uninitialised
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
