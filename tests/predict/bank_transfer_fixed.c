// CONSTRUCT: both accounts are locked for the whole transfer, in one order
#include <assert.h>
#include <pthread.h>

static int accounts[2] = {100, 100};
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void transfer(int from, int to, int amount) {
    pthread_mutex_lock(&locks[0]);
    pthread_mutex_lock(&locks[1]);
    accounts[from] -= amount;
    accounts[to] += amount;
    assert(accounts[0] + accounts[1] == 200); // HOLDS
    pthread_mutex_unlock(&locks[1]);
    pthread_mutex_unlock(&locks[0]);
}

static void *first(void *arg) {
    (void)arg;
    transfer(0, 1, 30);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    transfer(1, 0, 10);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(accounts[0] == 80); // HOLDS
    assert(accounts[1] == 120); // HOLDS
    return 0;
}
