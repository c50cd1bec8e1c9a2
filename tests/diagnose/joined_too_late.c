// DIAGNOSE concurrency
// CONSTRUCT: the join stands behind the use
// CAUSE: look -> done
// REPAIR: order
#include <assert.h>
#include <pthread.h>

static int result;

static void *work(void *arg) {
    result = 42; // AT done
    return arg;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, NULL, work, NULL);
    assert(result == 42); // AT look // FAILS
    pthread_join(first, NULL);
    return 0;
}
