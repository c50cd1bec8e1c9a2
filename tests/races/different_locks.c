// CONSTRUCT: each side has a lock, but not the same one
#include <pthread.h>

static int balance = 100;
static pthread_mutex_t deposit_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t withdraw_lock = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *arg) {
    (void)arg;
    pthread_mutex_lock(&deposit_lock);
    balance += 50; // RACE!
    pthread_mutex_unlock(&deposit_lock);
    return NULL;
}

static void *withdraw(void *arg) {
    (void)arg;
    pthread_mutex_lock(&withdraw_lock);
    balance -= 20; // RACE!
    pthread_mutex_unlock(&withdraw_lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, deposit, NULL);
    pthread_create(&t2, NULL, withdraw, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
