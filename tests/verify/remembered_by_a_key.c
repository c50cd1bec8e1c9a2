// VERIFY bug
// CONSTRUCT: which way was taken is only told by thread-specific data
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

static pthread_key_t key;

int main(void) {
    pthread_t t;
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, work, NULL);
    if (is(&begun)) pthread_setspecific(key, &m);
    if (!is(&ended)) {
        assert(!pthread_getspecific(key)); // FAILS
    }
    pthread_join(t, NULL);
    return 0;
}
