// CONSTRUCT: get and set in one critical section
#include <assert.h>
#include <pthread.h>

static int balance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int value = balance;
    balance = value + 100;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, deposit, NULL);
    pthread_create(&t2, NULL, deposit, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(balance == 200); // HOLDS
    return 0;
}
