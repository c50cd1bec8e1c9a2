// DIAGNOSE concurrency
// CONSTRUCT: one of two forgets the lock
// CAUSE: locked -> bare, bare -> locked
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *deposit(void *arg) {
    pthread_mutex_lock(&lock);
    balance += 10; // AT locked
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *withdraw(void *arg) {
    balance -= 5; // AT bare
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, deposit, NULL);
    pthread_create(&second, NULL, withdraw, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(balance == 105); // FAILS
    return 0;
}
