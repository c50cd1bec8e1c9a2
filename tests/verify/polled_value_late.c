// VERIFY bug
// CONSTRUCT: a flag polled under its lock; the value comes after it
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, value;

static void *waiter(void *arg) {
    for (int tries = 0; tries < 3; tries++) {
        pthread_mutex_lock(&lock);
        int found = ready;
        pthread_mutex_unlock(&lock);
        if (found) {
            assert(value == 6); // FAILS
            return arg;
        }
    }
    return arg;
}

static void *setter(void *arg) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    value = 6;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
