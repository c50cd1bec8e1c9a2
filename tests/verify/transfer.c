// VERIFY proved
// VERIFY deadlocks: proved
// CONSTRUCT: transfers under both locks
#include <assert.h>
#include <pthread.h>

static int account[2] = {10, 10};
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void transfer(int from, int to) {
    pthread_mutex_lock(&locks[0]);
    pthread_mutex_lock(&locks[1]);
    if (account[from] >= 6) {
        account[from] = account[from] - 6;
        account[to] = account[to] + 6;
    }
    pthread_mutex_unlock(&locks[1]);
    pthread_mutex_unlock(&locks[0]);
}

static void *forth(void *arg) {
    transfer(0, 1);
    return arg;
}

static void *back(void *arg) {
    transfer(1, 0);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, forth, NULL);
    pthread_create(&t2, NULL, forth, NULL);
    pthread_create(&t3, NULL, back, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(account[0] + account[1] == 20);
    return 0;
}
