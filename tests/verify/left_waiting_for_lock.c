// VERIFY proved
// main returns with the lock: in some runs the worker never gets past it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int written;

static void *write_once(void *arg) {
    pthread_mutex_lock(&lock);
    written++;
    assert(written == 1);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, write_once, NULL);
    pthread_mutex_lock(&lock);
    assert(written <= 1);
    return 0;
}
