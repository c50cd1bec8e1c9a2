// VERIFY proved
// CONSTRUCT: the same with both in one array: the first lies lower everywhere
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int money;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};

static void *worker(void *arg) {
    struct account *from = &accounts[arg != NULL], *to = &accounts[arg == NULL];
    struct account *low = from < to ? from : to, *high = from < to ? to : from;
    pthread_mutex_lock(&low->lock);
    pthread_mutex_lock(&high->lock);
    from->money--;
    to->money++;
    pthread_mutex_unlock(&high->lock);
    pthread_mutex_unlock(&low->lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, accounts);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(accounts[0].money == 0 && accounts[1].money == 0);
    return 0;
}
