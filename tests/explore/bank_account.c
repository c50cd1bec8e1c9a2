// CONSTRUCT: get and set each locked, get-then-set not atomic
// OUTCOMES: balance=200 | signal ABRT
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int balance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int value = balance;
    pthread_mutex_unlock(&lock);
    value += 100;
    pthread_mutex_lock(&lock);
    balance = value;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int value = balance;
    pthread_mutex_unlock(&lock);
    value += 100;
    pthread_mutex_lock(&lock);
    balance = value;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(balance == 200);
    printf("balance=%d\n", balance);
    return 0;
}
