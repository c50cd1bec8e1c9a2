/* A point that two threads move along a line (lineEq_2t_01): y = 2x + 1 holds before and after each move. A move
   writes x and then y out of x, without a lock: if the other thread moves the point while y is being computed, y is out
   of date when it is written. */
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>

#define SLOPE 2
#define OFFSET 1
#define MOVES 2

static int x = 0;
static int y = OFFSET;

static void *move(void *argument) {
    const int *distance = argument;
    for (int number = 0; number < MOVES; number++) {
        x = x + *distance;  // CAUSE switch 1 to
        y = SLOPE * x + OFFSET;  // CAUSE switch 1 from, switch 2 from, switch 2 back
    }
    return NULL;
}

int main(void) {
    pthread_t first, second;
    int forward = 3, backward = -1;
    pthread_create(&first, NULL, move, &forward);
    pthread_create(&second, NULL, move, &backward);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(y == SLOPE * x + OFFSET);
    return 0;
}
