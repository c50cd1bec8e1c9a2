// CONSTRUCT: siglongjmp out of a signal handler
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

static sigjmp_buf back;
static int jumped, shared;
static volatile int spins;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void leave(int number) {
    siglongjmp(back, number);
}

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return arg;
}

static int spin(void) {
    raise(SIGUSR1);
    while (spins >= 0)
        spins = spins + 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    signal(SIGUSR1, leave);
    pthread_create(&thread, NULL, work, NULL);
    for (int i = 0; i < 2; i++) {
        if (sigsetjmp(back, 1) == 0)
            spin();
        jumped++;
    }
    pthread_join(thread, NULL);
    assert(jumped == 2 && spins == 0 && shared == 1);
    return 0;
}
