/* A counter as one would write it for a single thread (counter_seq), used by two: get-and-increment reads the counter
   into a local variable and writes it back raised by one, without a lock. One of two increments can be lost. */
// KIND: DR
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>

static int counter;

static int get_and_increment(void) {
    int seen = counter;  // CAUSE switch 1 from
    counter = seen + 1;  // CAUSE switch 1 to, switch 2 from, switch 2 back
    return seen;
}

static void *count(void *argument) {
    int *ticket = argument;
    *ticket = get_and_increment();
    return NULL;
}

int main(void) {
    pthread_t first, second;
    int tickets[2];
    counter = 0;
    pthread_create(&first, NULL, count, &tickets[0]);
    pthread_create(&second, NULL, count, &tickets[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
