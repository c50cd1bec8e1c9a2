// CONSTRUCT: EINTR where POSIX says so, and SA_RESTART
// EXIT: 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static int handled;
static sem_t never, restarted, begun;

static void count(int number, siginfo_t *info, void *context) {
    assert(info->si_signo == number && context != NULL);
    handled++;
}

static void install(int number, int flags) {
    struct sigaction action = {.sa_sigaction = count, .sa_flags = SA_SIGINFO | flags};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    assert(sigaction(number, &action, &before) == 0 && before.sa_handler == SIG_DFL);
}

static void *work(void *arg) {
    struct timespec hour = {3600, 0}, left = {0, 0};
    sigset_t none;
    sem_post(&begun);
    assert(sem_wait(&never) == -1 && errno == EINTR && handled >= 1);
    sem_post(&begun);
    assert(nanosleep(&hour, &left) == -1 && errno == EINTR && left.tv_sec > 0);
    sem_post(&begun);
    sigemptyset(&none);
    assert(sigsuspend(&none) == -1 && errno == EINTR && handled >= 3);
    sem_post(&begun);
    assert(sem_wait(&restarted) == 0);
    return arg;
}

int main(void) {
    pthread_t thread;
    sem_init(&never, 0, 0);
    sem_init(&restarted, 0, 0);
    sem_init(&begun, 0, 0);
    install(SIGUSR1, 0);
    install(SIGUSR2, SA_RESTART);
    pthread_create(&thread, NULL, work, NULL);
    for (int i = 0; i < 3; i++) {
        sem_wait(&begun);
        do {
            pthread_kill(thread, SIGUSR1);
            sched_yield();
        } while (handled <= i);
    }
    sem_wait(&begun);
    pthread_kill(thread, SIGUSR2);
    sem_post(&restarted);
    pthread_join(thread, NULL);
    assert(handled >= 3);
    return 0;
}
