/* Figure 1 of error invariants: deposits and withdrawals read and write the balance under the lock, not under one. */
#include <assert.h>
#include <pthread.h>

#define MAX 1000
#define MIN 0

static int balance;
static int a[6] = {0, 40, 30, 20, 10, 5};
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *unused) {
    for (int i = 1; i <= 3; i++) {
        pthread_mutex_lock(&l);
        int bal = balance;
        pthread_mutex_unlock(&l);
        if (bal + a[i] <= MAX)
            bal = bal + a[i];
        pthread_mutex_lock(&l);
        balance = bal;
        pthread_mutex_unlock(&l);
    }
    return unused;
}

static void *withdraw(void *unused) {
    for (int j = 4; j <= 5; j++) {
        pthread_mutex_lock(&l);
        int bal = balance;
        pthread_mutex_unlock(&l);
        if (bal - a[j] >= MIN)
            bal = bal - a[j];
        pthread_mutex_lock(&l);
        balance = bal;
        pthread_mutex_unlock(&l);
    }
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, deposit, 0);
    pthread_create(&t2, 0, withdraw, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(balance == a[1] + a[2] + a[3] - a[4] - a[5]);
    return 0;
}
