// VERIFY bug
// CONSTRUCT: which way was taken is only told by whether a thread was detached
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

static void *nothing(void *arg) { return arg; }

int main(void) {
    pthread_t t;
    pthread_t other;
    pthread_create(&other, NULL, nothing, NULL);
    pthread_create(&t, NULL, work, NULL);
    if (is(&begun)) pthread_detach(other);
    if (!is(&ended)) {
        int refused = pthread_join(other, NULL);
        assert(!refused); // FAILS
    }
    pthread_join(t, NULL);
    return 0;
}
