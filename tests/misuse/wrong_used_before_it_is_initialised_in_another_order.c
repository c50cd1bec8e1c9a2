// VERIFY: bug
// CONSTRUCT: two sections of a lock: one initialises a mutex in memory of malloc(), the other uses it; in the given run in this order
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t *m;
static int v;
static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;

static void *initialise(void *unused) {
    pthread_mutex_lock(&g);
    pthread_mutex_init(m, NULL);
    pthread_mutex_unlock(&g);
    return unused;
}

static void *work(void *unused) {
    pthread_mutex_lock(&g);
    pthread_mutex_lock(m); // MISUSE! uninitialised
    v++;
    pthread_mutex_unlock(m);
    pthread_mutex_unlock(&g);
    return unused;
}

int main(void) {
    pthread_t a;
    m = malloc(sizeof *m);
    pthread_t b;
    pthread_create(&b, NULL, initialise, NULL);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    free(m);
    return 0;
}
