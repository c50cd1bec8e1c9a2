// CONSTRUCT: the balance is checked in one critical section and used in another
#include <assert.h>
#include <pthread.h>

static int balance = 100;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void withdraw(int amount) {
    pthread_mutex_lock(&lock);
    int enough = balance >= amount;
    pthread_mutex_unlock(&lock);
    if (enough) {
        pthread_mutex_lock(&lock);
        balance = balance - amount;
        assert(balance >= 0); // FAILS
        pthread_mutex_unlock(&lock);
    }
}

static void *first(void *arg) {
    (void)arg;
    withdraw(60);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    balance = balance + 30;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *third(void *arg) {
    (void)arg;
    withdraw(60);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(balance == 10); // HOLDS: fails only off the path, where the last withdrawal is refused
    return 0;
}
