// VERIFY bug
// CONSTRUCT: which way was taken is only told by how often a recursive lock is held
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int begun, ended;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    begun = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    ended = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static int is(const int *flag) {
    pthread_mutex_lock(&m);
    int seen = *flag;
    pthread_mutex_unlock(&m);
    return seen;
}

static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&again);
    pthread_create(&t, NULL, work, NULL);
    if (is(&begun)) pthread_mutex_lock(&again);
    if (!is(&ended)) {
        pthread_mutex_unlock(&again);
        int refused = pthread_mutex_unlock(&again);
        assert(refused); // FAILS
    }
    pthread_join(t, NULL);
    return 0;
}
