// CONSTRUCT: try variants that got the lock exclude like the others
#include <assert.h>
#include <pthread.h>

static int x, y;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *arg) {
    (void)arg;
    if (pthread_rwlock_trywrlock(&lock) == 0) {
        x = 1;
        y = 1;
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    if (pthread_rwlock_tryrdlock(&lock) == 0) {
        int sum = x + y;
        assert(sum != 1); // HOLDS
        assert(sum == 2); // FAILS
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == y); // HOLDS
    return 0;
}
