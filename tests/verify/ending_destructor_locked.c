// VERIFY proved
// VERIFY races: proved
// VERIFY deadlocks: proved
// CONSTRUCT: a function that runs when the program is unloaded keeps to the lock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int open_files = 1, used;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    if (open_files)
        used = open_files;
    assert(used <= open_files || !open_files);
    pthread_mutex_unlock(&lock);
    return arg;
}

__attribute__((destructor)) static void close_all(void) {
    pthread_mutex_lock(&lock);
    open_files = 0;
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, work, NULL);
    return 0;
}
