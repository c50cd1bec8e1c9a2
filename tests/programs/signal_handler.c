// CONSTRUCT: a signal handler run by raise() inside a thread
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t handled;
static int after[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void on_signal(int number) {
    if (number == SIGUSR1)
        handled = handled + 1;
}

static void *work(void *arg) {
    long me = (long)arg;
    pthread_mutex_lock(&lock);
    raise(SIGUSR1);
    after[me] = handled;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&t1, NULL, work, (void *)0L);
    pthread_create(&t2, NULL, work, (void *)1L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(handled == 2 && after[0] + after[1] == 3);
    return 0;
}
