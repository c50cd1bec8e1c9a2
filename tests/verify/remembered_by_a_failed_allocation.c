// VERIFY bug
// CONSTRUCT: which way was taken is only told by errno, which an allocation that failed has set
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

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

static volatile size_t most = SIZE_MAX / 4;

int main(void) {
    pthread_t t;
    errno = 0;
    pthread_create(&t, NULL, work, NULL);
    if (is(&begun)) free(malloc(most));
    if (!is(&ended)) {
        assert(errno == 0); // FAILS
    }
    pthread_join(t, NULL);
    return 0;
}
