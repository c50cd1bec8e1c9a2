// CONSTRUCT: an update under a read lock: two readers are inside at once
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *increment(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
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
    assert(x == 2); // FAILS
    return 0;
}
