// A test of the smallest kind: two threads add to one number, each by reading it and writing the sum back, and one of
// the two additions is lost when the other thread comes between. It keeps that and nothing else.
//
// KIND: AV
// THREADS: 2
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-50
#include <assert.h>
#include <pthread.h>

static int total;

static void *add(void *amount)
{
    int sum = total + *(int *)amount;  // CAUSE switch 1 from
    total = sum;                       // CAUSE switch 1 to, switch 2 from, switch 2 to
    return NULL;
}

int main(void)
{
    int three = 3, four = 4;
    pthread_t other;
    pthread_create(&other, NULL, add, &three);
    add(&four);
    pthread_join(other, NULL);
    assert(total == 7);
    return 0;
}
