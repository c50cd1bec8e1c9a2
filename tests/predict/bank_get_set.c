// CONSTRUCT: every access to the balance is locked, get-then-set is not atomic
#include <assert.h>
#include <pthread.h>

static int balance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
    pthread_mutex_lock(&lock);
    int value = balance;
    pthread_mutex_unlock(&lock);
    return value;
}

static void set(int value) {
    pthread_mutex_lock(&lock);
    balance = value;
    pthread_mutex_unlock(&lock);
}

static void *deposit(void *arg) {
    (void)arg;
    set(get() + 100);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, deposit, NULL);
    pthread_create(&t2, NULL, deposit, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(balance >= 100); // HOLDS
    assert(balance == 200); // FAILS
    return 0;
}
