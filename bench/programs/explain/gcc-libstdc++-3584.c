/* GCC libstdc++/3584: atomic_add() for ARM, out of a load and swaps. It swaps the sum in, and if what comes out is not
   what it had added to, another thread was in between: it swaps that back in and starts again. The value that was
   swapped out is put back blindly: an addition that comes between the two swaps is lost. Kept: the sequence of the
   report, with one thread that adds once and one that adds twice. */
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: seeds 0-300
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int refcount;

static void atomic_add(atomic_int *memory, int value) {
    bool interrupted;
    do {
        int old = atomic_load(memory);
        int swapped = atomic_exchange(memory, old + value);  // CAUSE switch 1 from, switch 1 to, switch 2 from
        interrupted = swapped != old;
        if (interrupted)
            atomic_exchange(memory, swapped);  // CAUSE switch 2 back
    } while (interrupted);
}

static void *add_once(void *unused) {
    (void)unused;
    atomic_add(&refcount, 1);
    return NULL;
}

static void *add_twice(void *unused) {
    (void)unused;
    atomic_add(&refcount, 1);
    atomic_add(&refcount, 2);
    return NULL;
}

int main(void) {
    pthread_t once, twice;
    pthread_create(&once, NULL, add_once, NULL);
    pthread_create(&twice, NULL, add_twice, NULL);
    pthread_join(once, NULL);
    pthread_join(twice, NULL);
    assert(refcount == 4);
    return 0;
}
