// VERIFY bug
// CONSTRUCT: which way was taken is only told by whether errno was set before a call that failed or behind it
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

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

static sem_t none;

int main(void) {
    pthread_t t;
    sem_init(&none, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    if (is(&begun)) {
        errno = 0;
        sem_trywait(&none);
    } else {
        sem_trywait(&none);
        errno = 0;
    }
    if (!is(&ended)) {
        assert(errno == 0); // FAILS
    }
    pthread_join(t, NULL);
    return 0;
}
