// CONSTRUCT: an assertion inside a thread that fails in some schedules only
// EXIT: 0 or signal ABRT
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *first(void *arg) {
    (void)arg;
    x = 1;
    y = 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int seen_x = x, seen_y = y;
    assert(seen_x == seen_y);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
