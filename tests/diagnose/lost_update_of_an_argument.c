// DIAGNOSE concurrency
// CONSTRUCT: what is added comes from the command line
// ARGS: 3
// CAUSE: count -> count
// REPAIR: mutex, atomic
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int sum, step;

static void *work(void *arg) {
    sum += step; // AT count
    return arg;
}

int main(int argc, char **argv) {
    pthread_t first, second;
    step = argc > 1 ? atoi(argv[1]) : 1;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(sum == 2 * step); // FAILS
    return 0;
}
