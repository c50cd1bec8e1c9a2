// DIAGNOSE concurrency
// CONSTRUCT: a flag in place of a lock: looked at and set in two steps
// NAMES: look, set
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static int busy, inside;

static void *work(void *arg) {
    if (!busy) { // AT look
        busy = 1; // AT set
        inside++; // AT enter
        assert(inside == 1); // AT check // FAILS
        inside--; // AT leave
        busy = 0; // AT free
    }
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
