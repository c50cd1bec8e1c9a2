// CONSTRUCT: usleep, nanosleep, sleep(0) and clock_nanosleep, which order nothing by themselves
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int order[3], used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(int who) {
    pthread_mutex_lock(&lock);
    order[used++] = who;
    pthread_mutex_unlock(&lock);
}

static void *short_sleep(void *arg) {
    (void)arg;
    usleep(1000);
    note(1);
    return NULL;
}

static void *long_sleep(void *arg) {
    (void)arg;
    struct timespec pause = {0, 4000000L};
    nanosleep(&pause, NULL);
    note(2);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    struct timespec pause = {0, 500000L};
    pthread_create(&t1, NULL, long_sleep, NULL);
    pthread_create(&t2, NULL, short_sleep, NULL);
    sleep(0);
    clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
    note(3);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    /* any order is possible; each note is there once */
    assert(used == 3 && order[0] + order[1] + order[2] == 6);
    return 0;
}
