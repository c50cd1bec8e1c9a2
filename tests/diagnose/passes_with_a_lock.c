// DIAGNOSE passes
// CONSTRUCT: both hold the lock
// REPAIR: none
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *one(void *arg) {
    pthread_mutex_lock(&lock);
    balance += 10;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *other(void *arg) {
    pthread_mutex_lock(&lock);
    balance -= 5;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(balance == 105);
    return 0;
}
