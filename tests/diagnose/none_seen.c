// DIAGNOSE passes
// CONSTRUCT: each writes one variable and reads the other's: one at least sees it
#include <assert.h>
#include <pthread.h>

static int x, y, seen_x, seen_y;

static void *one(void *arg) {
    x = 1;
    seen_y = y;
    return arg;
}

static void *other(void *arg) {
    y = 1;
    seen_x = x;
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(seen_x || seen_y);
    return 0;
}
