/* fib_bench of the verification competition: one thread adds j to i, the other one i to j, five times each. If they
   alternate strictly, i and j run through the numbers of Fibonacci up to 144, which is taken to be out of reach. */
// KIND: AV
// THREADS: 3
// TRACES: 2
// PROPERTY: assertions
// RUNS: check
#include <assert.h>
#include <pthread.h>

#define ROUNDS 5
#define OUT_OF_REACH 144

static int i = 1, j = 1;

static void *add_to_i(void *unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++)
        i += j;  // CAUSE switch 1 from, switch 2 to
    return NULL;
}

static void *add_to_j(void *unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++)
        j += i;  // CAUSE switch 1 to, switch 2 from
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, add_to_i, NULL);
    pthread_create(&second, NULL, add_to_j, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(i < OUT_OF_REACH && j < OUT_OF_REACH);
    return 0;
}
