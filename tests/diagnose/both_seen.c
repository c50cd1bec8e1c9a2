// DIAGNOSE concurrency
// CONSTRUCT: each writes one variable and reads the other's
// CAUSE: set_x -> get_x, set_y -> get_y
// REPAIR: any
#include <assert.h>
#include <pthread.h>

static int x, y, seen_x, seen_y;

static void *one(void *arg) {
    x = 1; // AT set_x
    seen_y = y; // AT get_y
    return arg;
}

static void *other(void *arg) {
    y = 1; // AT set_y
    seen_x = x; // AT get_x
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(!seen_x || !seen_y); // FAILS
    return 0;
}
