// CONSTRUCT: an error-checking mutex refuses to be locked twice and keeps excluding
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int x, refused;
static pthread_mutex_t lock;

static void *increment(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (pthread_mutex_lock(&lock) == EDEADLK)
        refused = refused + 1;
    x = x + 1;
    assert(x == refused); // HOLDS
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &kind);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // HOLDS
    assert(refused == 2); // HOLDS
    return 0;
}
