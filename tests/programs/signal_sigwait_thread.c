// CONSTRUCT: one thread takes all signals by sigwait, the others block them
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int reloads, stopped;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *signals(void *arg) {
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    do {
        sigwait(&set, &number);
        pthread_mutex_lock(&lock);
        if (number == SIGHUP)
            reloads++;
        else
            stopped = 1;
        pthread_mutex_unlock(&lock);
    } while (number != SIGTERM);
    return arg;
}

static void *work(void *arg) {
    kill(getpid(), SIGHUP);
    return arg;
}

int main(void) {
    pthread_t taker, worker;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    pthread_create(&taker, NULL, signals, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    kill(getpid(), SIGTERM);
    pthread_join(taker, NULL);
    assert(stopped == 1 && reloads <= 1);
    return 0;
}
