// DIAGNOSE concurrency
// CONSTRUCT: both hold a lock, but not the same
// CAUSE: deposit -> withdraw, withdraw -> deposit
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t ours = PTHREAD_MUTEX_INITIALIZER, theirs = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *deposit(void *arg) {
    pthread_mutex_lock(&ours);
    balance += 10; // AT deposit
    pthread_mutex_unlock(&ours);
    return arg;
}

static void *withdraw(void *arg) {
    pthread_mutex_lock(&theirs);
    balance -= 5; // AT withdraw
    pthread_mutex_unlock(&theirs);
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
