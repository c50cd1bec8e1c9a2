// The reorder test of the Inspect suite: threads set a and then b, others check that they see both or none of it.
// Neither the two writes nor the two reads are one step. The program keeps this with two setting and two checking
// threads. It fails in two ways: a check comes between the two writes (a), or the writes come between the two reads of
// a check (b).
//
// KIND: AV
// THREADS: 5
// TRACES: 8
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-300
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define SETTERS 2
#define CHECKERS 2

static int a;
static int b;

static void *set(void *arg)
{
    a = 1;          // CAUSE a switch 1 from
    b = -1;         // CAUSE b switch 2 to
    return arg;
}

static void *check(void *arg)
{
    int first = a;   // CAUSE a switch 1 to, b switch 2 from
    int second = b;  // CAUSE
    assert((first == 0 && second == 0) || (first == 1 && second == -1));
    return arg;
}

int main(void)
{
    pthread_t setters[SETTERS], checkers[CHECKERS];
    for (int i = 0; i < SETTERS; i++)
        pthread_create(&setters[i], NULL, set, NULL);
    for (int i = 0; i < CHECKERS; i++)
        pthread_create(&checkers[i], NULL, check, NULL);
    for (int i = 0; i < SETTERS; i++)
        pthread_join(setters[i], NULL);
    for (int i = 0; i < CHECKERS; i++)
        pthread_join(checkers[i], NULL);
    return 0;
}
