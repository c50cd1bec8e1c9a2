// CONSTRUCT: pthread_kill to threads that compute or wait for a lock
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local volatile sig_atomic_t told;
static atomic_int ready, handled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void tell(int number) {
    told = number;
    atomic_fetch_add(&handled, 1);
}

static void *spins(void *arg) {
    atomic_fetch_add(&ready, 1);
    while (told != SIGUSR1)
        sched_yield();
    return arg;
}

static void *locks(void *arg) {
    atomic_fetch_add(&ready, 1);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    signal(SIGUSR1, tell);
    pthread_mutex_lock(&lock);
    pthread_create(&first, NULL, spins, NULL);
    pthread_create(&second, NULL, locks, NULL);
    while (ready < 2)
        sched_yield();
    pthread_kill(first, SIGUSR1);
    pthread_kill(second, SIGUSR1);
    while (handled < 2)
        sched_yield();
    pthread_mutex_unlock(&lock);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(handled == 2 && told == 0);
    return 0;
}
