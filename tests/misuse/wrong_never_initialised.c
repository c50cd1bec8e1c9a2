// VERIFY: bug
// CONSTRUCT: a mutex in memory of malloc() that nobody initialises
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t *m;

static void *work(void *unused) {
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    return unused;
}

int main(void) {
    pthread_t a;
    m = malloc(sizeof *m);
    pthread_mutex_lock(m); // MISUSE! uninitialised
    pthread_mutex_unlock(m);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    free(m);
    return 0;
}
