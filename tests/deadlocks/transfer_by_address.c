// CONSTRUCT: a transfer locks the account with the smaller address first
#include <pthread.h>
#include <stdint.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}};

static void transfer(struct account *from, struct account *to, int amount) {
    struct account *low = (uintptr_t)from < (uintptr_t)to ? from : to, *high = low == from ? to : from;
    pthread_mutex_lock(&low->lock);
    pthread_mutex_lock(&high->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&high->lock);
    pthread_mutex_unlock(&low->lock);
}

static void *forth(void *arg) {
    (void)arg;
    transfer(&accounts[0], &accounts[1], 10);
    return NULL;
}

static void *back(void *arg) {
    (void)arg;
    transfer(&accounts[1], &accounts[0], 20);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, forth, NULL);
    pthread_create(&t2, NULL, back, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
