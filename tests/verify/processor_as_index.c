// VERIFY unknown sched_getcpu
// CONSTRUCT: a counter for each processor, without a lock: two threads may run on one
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int counts[256];

static void *worker(void *arg) {
    int *count = &counts[sched_getcpu() & 255];
    int seen = *count;
    *count = seen + 1;
    return arg;
}

int main(void) {
    pthread_t one, two;
    int sum = 0;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    for (int i = 0; i < 256; i++)
        sum += counts[i];
    assert(sum == 1 || sum == 2);
    return 0;
}
