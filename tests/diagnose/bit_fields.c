// DIAGNOSE concurrency
// CONSTRUCT: two bit-fields of one word
// CAUSE: open -> busy, busy -> open
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned open : 1;
    unsigned busy : 1;
} state;

static void *set_open(void *arg) {
    state.open = 1; // AT open
    return arg;
}

static void *set_busy(void *arg) {
    state.busy = 1; // AT busy
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, set_open, NULL);
    pthread_create(&second, NULL, set_busy, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(state.open && state.busy); // FAILS
    return 0;
}
