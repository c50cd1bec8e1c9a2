// CONSTRUCT: a handler of SIGABRT that is called by abort, and ends the process in its own way
// EXIT: 9
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void leave(int number) {
    _exit(number + 3);
}

static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    signal(SIGABRT, leave);
    pthread_create(&thread, NULL, add, NULL);
    pthread_join(thread, NULL);
    if (shared == 1)
        abort();
    return 0;
}
