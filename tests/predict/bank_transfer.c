// CONSTRUCT: withdrawal and deposit are locked one by one: the audit in between misses money
#include <assert.h>
#include <pthread.h>

static int accounts[2] = {100, 100};
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void add(int account, int amount) {
    pthread_mutex_lock(&locks[account]);
    accounts[account] += amount;
    pthread_mutex_unlock(&locks[account]);
}

static void *transfer(void *arg) {
    (void)arg;
    add(0, -30);
    add(1, 30);
    return NULL;
}

static void *audit(void *arg) {
    (void)arg;
    pthread_mutex_lock(&locks[0]);
    pthread_mutex_lock(&locks[1]);
    int total = accounts[0] + accounts[1];
    assert(total <= 200); // HOLDS
    assert(total == 200); // FAILS
    pthread_mutex_unlock(&locks[1]);
    pthread_mutex_unlock(&locks[0]);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, transfer, NULL);
    pthread_create(&t2, NULL, audit, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(accounts[0] == 70 && accounts[1] == 130); // HOLDS
    return 0;
}
