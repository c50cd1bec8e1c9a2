// CONSTRUCT: signalfd, eventfd and timerfd, read by threads
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int signals, event, timer, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(int bit) {
    pthread_mutex_lock(&lock);
    seen |= bit;
    pthread_mutex_unlock(&lock);
}

static void *of_signals(void *arg) {
    struct signalfd_siginfo info;
    assert(read(signals, &info, sizeof info) == sizeof info && info.ssi_signo == SIGUSR1);
    note(1);
    return arg;
}

static void *of_events(void *arg) {
    uint64_t count;
    assert(read(event, &count, sizeof count) == sizeof count && count == 3);
    note(2);
    return arg;
}

static void *of_timer(void *arg) {
    uint64_t count;
    assert(read(timer, &count, sizeof count) == sizeof count);
    note(4);
    return arg;
}

int main(void) {
    void *(*const routines[])(void *) = {of_signals, of_events, of_timer};
    struct itimerspec soon = {{0, 0}, {0, 1000000}};
    uint64_t three = 3;
    pthread_t threads[3];
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signals = signalfd(-1, &set, 0);
    event = eventfd(0, 0);
    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &soon, NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, routines[i], NULL);
    kill(getpid(), SIGUSR1);
    assert(write(event, &three, sizeof three) == sizeof three);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(seen == 7);
    return 0;
}
