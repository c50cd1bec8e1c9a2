// VERIFY bug
// CONSTRUCT: a handler wakes who would have waited for ever
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    while (!done)
        pthread_cond_wait(&changed, &lock);
    assert(!done); // FAILS
    return arg;
}

static void flush(void) {
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t t1;
    atexit(flush);
    pthread_create(&t1, NULL, work, NULL);
    return 0;
}
