// VERIFY unknown signal
// CONSTRUCT: a signal is sent through a pointer to a function, on a path that is seldom taken
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int flag, handled;
static int (*const volatile send)(pthread_t, int) = pthread_kill;

static void handle(int number) {
    (void)number;
    handled = 1;
}

static void *wait(void *arg) {
    flag = 1;
    flag = 0;
    assert(handled <= 1);
    return arg;
}

int main(void) {
    pthread_t a;
    signal(SIGUSR1, handle);
    pthread_create(&a, NULL, wait, NULL);
    if (flag)
        send(a, SIGUSR1);
    pthread_join(a, NULL);
    return 0;
}
