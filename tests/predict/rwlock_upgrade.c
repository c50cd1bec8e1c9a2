// CONSTRUCT: the read lock is given back before the write lock is taken: what was read is stale
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *increment(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    int seen = x;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    x = seen + 1;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x >= 1); // HOLDS
    assert(x == 2); // FAILS
    return 0;
}
