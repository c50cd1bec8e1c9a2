// DIAGNOSE concurrency
// CONSTRUCT: made when it is first needed, without a lock
// CAUSE: look -> note, make -> make
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static int made, times;

static void *work(void *arg) {
    if (!made) { // AT look
        times = times + 1; // AT make
        made = 1; // AT note
    }
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(times == 1); // FAILS
    return 0;
}
