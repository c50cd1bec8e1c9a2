// CONSTRUCT: a lost update: both add the same, so the last write finds what it writes; each read still saw the old value
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int balance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *arg) {
    RADDLE_ATOMIC;
    pthread_mutex_lock(&lock);
    int seen = balance; // TORN!
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance = seen + 1; // TORN!
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, deposit, NULL);
    pthread_create(&b, NULL, deposit, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", balance);
    return 0;
}
