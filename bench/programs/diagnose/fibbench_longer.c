/* fib_bench_longer of the verification competition: as fibbench, with six additions each, and 377 taken to be out of
   reach. Only if the threads alternate strictly, i and j run through the numbers of Fibonacci up to it. */
// KIND: AV
// THREADS: 3
// DIAGNOSE concurrency
// CAUSE: add_i -> add_j, add_j -> add_i
// REPAIR: mutex, order
#include <assert.h>
#include <pthread.h>

#define ROUNDS 6
#define OUT_OF_REACH 377

static int i = 1, j = 1;

static void *add_to_i(void *unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++)
        i += j;  // AT add_i
    return NULL;
}

static void *add_to_j(void *unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++)
        j += i;  // AT add_j
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, add_to_i, NULL);
    pthread_create(&second, NULL, add_to_j, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(i < OUT_OF_REACH && j < OUT_OF_REACH);  // FAILS
    return 0;
}
