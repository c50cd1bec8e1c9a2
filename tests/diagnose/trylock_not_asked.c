// DIAGNOSE concurrency
// CONSTRUCT: whether trying has worked does not matter to who tries
// CAUSE: held -> tried, tried -> held
// REPAIR: any
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *deposit(void *arg) {
    pthread_mutex_lock(&lock);
    balance += 10; // AT held
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *withdraw(void *arg) {
    int got = pthread_mutex_trylock(&lock) == 0;
    balance -= 5; // AT tried
    if (got)
        pthread_mutex_unlock(&lock);
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
