// CONSTRUCT: a transfer locks the giving account first
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}};

static void transfer(struct account *from, struct account *to, int amount) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock); // DEADLOCK!
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
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
