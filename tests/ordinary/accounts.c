// Transfers between accounts, each with a lock of its own, taken in the order of their numbers.
// BUG: deadlock: the lock of the account that pays is taken first
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif

static struct account { pthread_mutex_t lock; int number, balance; } accounts[3] = {
    {PTHREAD_MUTEX_INITIALIZER, 0, 100}, {PTHREAD_MUTEX_INITIALIZER, 1, 100}, {PTHREAD_MUTEX_INITIALIZER, 2, 100}};

static int transfer(struct account *from, struct account *to, int amount) {
    struct account *first = from, *second = to;
#ifndef BUG
    if (from->number > to->number) {
        first = to;
        second = from;
    }
#endif
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    int is_covered = from->balance >= amount;
    if (is_covered) {
        from->balance -= amount;
        to->balance += amount;
    }
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
    return is_covered;
}

static void *there(void *arg) {
    for (int i = 0; i < N; i++)
        transfer(&accounts[i % 3], &accounts[(i + 1) % 3], 30);
    return arg;
}

static void *back(void *arg) {
    for (int i = 0; i < N; i++)
        transfer(&accounts[(i + 1) % 3], &accounts[i % 3], 20);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, there, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(accounts[0].balance + accounts[1].balance + accounts[2].balance == 300);
    return 0;
}
