// DIAGNOSE concurrency
// CONSTRUCT: an element whose index is the threads' argument, the same for both
// CAUSE: count -> count
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static int hits[3];

static void *work(void *arg) {
    int slot = *(int *)arg;
    hits[slot]++; // AT count
    return arg;
}

int main(void) {
    pthread_t first, second;
    int slots[2] = {1, 1};
    pthread_create(&first, NULL, work, &slots[0]);
    pthread_create(&second, NULL, work, &slots[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(hits[1] == 2); // FAILS
    return 0;
}
