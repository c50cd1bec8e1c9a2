// CONSTRUCT: a timer's signal that comes in the middle of a loop without calls
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

static volatile sig_atomic_t rung;
static int shared, bell;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void on_alarm(int number) {
    if (number == SIGALRM)
        rung = rung + 1;
    bell = 7;
}

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    struct itimerval soon = {{0, 0}, {0, 50}};
    signal(SIGALRM, on_alarm);
    pthread_create(&thread, NULL, work, NULL);
    setitimer(ITIMER_REAL, &soon, NULL);
    while (!rung)
        ;
    pthread_join(thread, NULL);
    assert(rung == 1 && bell == 7 && shared == 1);
    return 0;
}
