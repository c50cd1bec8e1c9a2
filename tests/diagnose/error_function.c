// DIAGNOSE concurrency
// CONSTRUCT: the error function of the verification competition
// CAUSE: set -> look, look -> reset
// REPAIR: any
#include <assert.h>
#include <pthread.h>

static int x;

void reach_error(void) {
    assert(0);
}

static void *one(void *arg) {
    x = 1; // AT set
    x = 0; // AT reset
    return arg;
}

static void *other(void *arg) {
    if (x == 1) // AT look // FAILS
        reach_error();
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
