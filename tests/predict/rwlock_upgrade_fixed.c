// CONSTRUCT: after the upgrade the value is read again
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
    assert(x >= seen); // HOLDS
    x = x + 1;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // HOLDS
    return 0;
}
