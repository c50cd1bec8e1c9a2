// CONSTRUCT: fork; the ids of the children are used again, in waitpid and kill, while a thread runs
// EXIT: 0
// OUTPUT: 3 15 1\n
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t own;
static int counted;

static void on_signal(int number) {
    if (number == SIGUSR1)
        own = own + 1;
}

static void *count(void *arg) {
    (void)arg;
    counted++;
    return NULL;
}

int main(void) {
    pthread_t thread;
    int ended = 0, killed = 0;
    signal(SIGUSR1, on_signal);
    pthread_create(&thread, NULL, count, NULL);
    pid_t ends = fork();
    if (ends == 0)
        _exit(3);
    pid_t pauses = fork();
    if (pauses == 0)
        for (;;)
            pause();
    assert(waitpid(ends, &ended, 0) == ends);
    assert(kill(pauses, SIGTERM) == 0);
    assert(wait(&killed) == pauses);
    assert(kill(getpid(), SIGUSR1) == 0);
    pthread_join(thread, NULL);
    assert(counted == 1);
    printf("%d %d %d\n", WEXITSTATUS(ended), WTERMSIG(killed), (int)own);
    return 0;
}
