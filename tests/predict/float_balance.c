// CONSTRUCT: a balance in floating point: interest and deposit do not commute
#include <assert.h>
#include <pthread.h>

static double balance = 100.0;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *interest(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    balance = balance * 1.5;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *deposit(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    balance = balance + 10.0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, interest, NULL);
    pthread_create(&t2, NULL, deposit, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(balance >= 160.0); // HOLDS
    assert(balance == 160.0); // FAILS
    return 0;
}
