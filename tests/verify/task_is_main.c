// VERIFY proved
// CONSTRUCT: the first thread is the one whose number is the process's
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int others;

static void count(void) {
    if (gettid() == getpid())
        return;
    pthread_mutex_lock(&lock);
    others++;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    count();
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    count();
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(others == 2);
    return 0;
}
