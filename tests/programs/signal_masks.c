// CONSTRUCT: masks, pending signals, SA_RESETHAND, SA_NODEFER, a handler inside a handler
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int depth, deepest, calls;

static void nested(int number) {
    calls++;
    depth++;
    if (depth > deepest)
        deepest = depth;
    if (calls < 3)
        raise(number);
    depth--;
}

static void install(int number, int flags) {
    struct sigaction action = {.sa_handler = nested, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void *work(void *arg) {
    sigset_t set, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    assert(calls == 0);
    sigpending(&pending);
    assert(sigismember(&pending, SIGUSR1) == 1);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    assert(calls == 3 && deepest == 1);
    install(SIGUSR2, SA_NODEFER);
    calls = 0;
    raise(SIGUSR2);
    assert(calls == 3 && deepest == 3);
    install(SIGURG, SA_RESETHAND);
    calls = 3;
    raise(SIGURG);
    raise(SIGURG);
    assert(calls == 4);
    return arg;
}

int main(void) {
    pthread_t thread;
    install(SIGUSR1, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
