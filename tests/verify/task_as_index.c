// VERIFY unknown gettid
// CONSTRUCT: odd and even threads by the number that the system gives them
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int counts[2];

static void *worker(void *arg) {
    int *count = &counts[gettid() & 1];
    int seen = *count;
    *count = seen + 1;
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(counts[0] + counts[1] == 2 || counts[0] + counts[1] == 1);
    return 0;
}
