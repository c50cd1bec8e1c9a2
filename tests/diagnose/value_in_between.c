// DIAGNOSE concurrency
// CONSTRUCT: a state that only lasts for a while
// CAUSE: begin -> look, look -> end
// REPAIR: any
// WITHOUT PREEMPTION: no
#include <assert.h>
#include <pthread.h>

static int busy;

static void *one(void *arg) {
    busy = 1; // AT begin
    busy = 0; // AT end
    return arg;
}

static void *other(void *arg) {
    assert(busy == 0); // AT look // FAILS
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
