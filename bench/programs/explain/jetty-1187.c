/* JETTY-1187: SelectorManager.register() gives channels to select sets in turn, by a volatile counter that it raises
   with _set++. Volatile does not make that atomic: of two registrations at a time one is not counted, and both channels
   go to the same set. Kept: the counter, and the changes of a set, which have a lock. */
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>

#define SELECT_SETS 2

static volatile int set;
static pthread_mutex_t changes_lock = PTHREAD_MUTEX_INITIALIZER;
static int changes[SELECT_SETS];

static void *register_channel(void *unused) {
    (void)unused;
    int turn = set++;  // CAUSE switch 1 from, switch 1 to, switch 2 from, switch 2 back
    pthread_mutex_lock(&changes_lock);
    changes[turn % SELECT_SETS]++;
    pthread_mutex_unlock(&changes_lock);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, register_channel, NULL);
    pthread_create(&second, NULL, register_channel, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(set == 2);
    return 0;
}
