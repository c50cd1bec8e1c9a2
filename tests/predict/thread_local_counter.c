// CONSTRUCT: a thread-local counter is nobody else's
#include <assert.h>
#include <pthread.h>

static __thread int mine;
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    (void)arg;
    mine = mine + 1;
    mine = mine + 1;
    assert(mine == 2); // HOLDS
    pthread_mutex_lock(&lock);
    sum = sum + mine;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(sum == 4); // HOLDS
    assert(mine == 0); // HOLDS
    return 0;
}
