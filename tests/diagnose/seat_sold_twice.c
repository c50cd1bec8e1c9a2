// DIAGNOSE concurrency
// CONSTRUCT: looked at under the lock, acted without it
// CAUSE: look -> sell, sell -> sell
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    int found = seats > 0; // AT look
    pthread_mutex_unlock(&lock);
    if (found)
        seats--; // AT sell
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(seats >= 0); // FAILS
    return 0;
}
