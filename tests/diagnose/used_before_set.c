// DIAGNOSE concurrency
// CONSTRUCT: one thread makes what the other follows
// CAUSE: use -> make
// REPAIR: order
// WITHOUT PREEMPTION: yes
#include <assert.h>
#include <pthread.h>

static int store;
static int *volatile bandwidth;

static void *make(void *arg) {
    bandwidth = &store; // AT make
    return arg;
}

static void *use(void *arg) {
    *bandwidth = 3; // AT use // FAILS
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, make, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
