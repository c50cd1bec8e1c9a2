// CONSTRUCT: atomic updates whose results are kept where only this thread looks
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

static atomic_int next;
static int last_left, last_right;

static void *two(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    int left = atomic_fetch_add(&next, 1); // TORN!
    int right = atomic_fetch_add(&next, 1); // TORN!
    RADDLE_ATOMIC_END();
    last_left = left;
    last_right = right;
    return arg;
}

static void *one(void *arg) {
    atomic_fetch_add(&next, 1); // TORN!
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, two, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
