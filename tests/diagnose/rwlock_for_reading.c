// DIAGNOSE concurrency
// CONSTRUCT: a writer that takes the lock for reading
// CAUSE: count -> count
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int counter;

static void *work(void *arg) {
    pthread_rwlock_rdlock(&lock);
    counter++; // AT count
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2); // FAILS
    return 0;
}
