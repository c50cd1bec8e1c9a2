// DIAGNOSE concurrency
// CONSTRUCT: each access holds the lock, both together do not
// CAUSE: read -> write | read -> write, write -> write
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    int seen = counter; // AT read
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    counter = seen + 1; // AT write
    pthread_mutex_unlock(&lock);
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
