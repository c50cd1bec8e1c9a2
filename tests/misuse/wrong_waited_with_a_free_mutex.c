// VERIFY: bug
// CONSTRUCT: a condition is waited for with a mutex that the caller does not hold
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    struct timespec soon = {0, 0};
    pthread_cond_timedwait(&c, &m, &soon); // MISUSE! not-held
    pthread_join(a, NULL);
    return 0;
}
