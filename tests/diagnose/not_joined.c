// DIAGNOSE concurrency
// CONSTRUCT: main looks at a result without waiting for it
// CAUSE: look -> done
// REPAIR: order
// WITHOUT PREEMPTION: yes
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *arg) {
    done = 1; // AT done
    return arg;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, NULL, work, NULL);
    assert(done == 1); // AT look // FAILS
    return 0;
}
