// CONSTRUCT: one updates under the write lock, the other under the read lock: they exclude each other all the same
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    x = x + 1;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    x = x + 1;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // HOLDS
    return 0;
}
