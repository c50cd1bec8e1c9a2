// CONSTRUCT: inputs that change from run to run: rand, time, clock_gettime, gettimeofday, getpid
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int sides[7];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long started;

static void *roll(void *arg) {
    unsigned *seed = arg;
    for (int i = 0; i < 3; i++) {
        int die = rand() % 6 + 1;
        int own = rand_r(seed) % 6 + 1;
        pthread_mutex_lock(&lock);
        sides[die]++;
        sides[own]++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    struct timespec before, after;
    struct timeval now;
    unsigned seed1 = (unsigned)getpid(), seed2 = seed1 + 1;
    int total = 0;
    srand((unsigned)time(NULL));
    clock_gettime(CLOCK_MONOTONIC, &before);
    gettimeofday(&now, NULL);
    started = now.tv_sec;
    pthread_create(&t1, NULL, roll, &seed1);
    pthread_create(&t2, NULL, roll, &seed2);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    clock_gettime(CLOCK_MONOTONIC, &after);
    for (int i = 1; i <= 6; i++)
        total += sides[i];
    assert(total == 12 && sides[0] == 0 && started > 0);
    assert(after.tv_sec >= before.tv_sec);
    return 0;
}
