// DIAGNOSE concurrency
// CONSTRUCT: main sets what the thread needs after it has created the thread
// CAUSE: use -> set
// REPAIR: order
#include <assert.h>
#include <pthread.h>

static int limit;

static void *work(void *arg) {
    assert(limit == 7); // AT use // FAILS
    return arg;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, NULL, work, NULL);
    limit = 7; // AT set
    pthread_join(first, NULL);
    return 0;
}
