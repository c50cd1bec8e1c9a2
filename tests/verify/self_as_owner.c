// VERIFY proved
// CONSTRUCT: a lock that its owner may take again knows it by its id
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_t owner;
static int depth, sum;

static void take(void) {
    pthread_mutex_lock(&inner);
    int mine = depth && pthread_equal(owner, pthread_self());
    pthread_mutex_unlock(&inner);
    if (!mine)
        pthread_mutex_lock(&lock);
    pthread_mutex_lock(&inner);
    owner = pthread_self();
    depth++;
    pthread_mutex_unlock(&inner);
}

static void leave(void) {
    pthread_mutex_lock(&inner);
    int last = --depth == 0;
    pthread_mutex_unlock(&inner);
    if (last)
        pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    take();
    take();
    sum++;
    leave();
    leave();
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(sum == 2);
    return 0;
}
