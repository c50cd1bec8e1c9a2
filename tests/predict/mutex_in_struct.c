// CONSTRUCT: each object has its own mutex: updates of one object exclude each other
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 20}};

static void add(struct account *account, int amount) {
    pthread_mutex_lock(&account->lock);
    account->balance += amount;
    pthread_mutex_unlock(&account->lock);
}

static void *first(void *arg) {
    (void)arg;
    add(&accounts[0], 1);
    add(&accounts[1], 1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    add(&accounts[1], 2);
    add(&accounts[0], 2);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(accounts[0].balance == 13); // HOLDS
    assert(accounts[1].balance == 23); // HOLDS
    return 0;
}
