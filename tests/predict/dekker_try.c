// CONSTRUCT: a flag each, set before looking at the other's: at most one comes in
#include <assert.h>
#include <pthread.h>

static int want_a, want_b, inside;

static void *first(void *arg) {
    (void)arg;
    want_a = 1;
    if (want_b == 0) {
        inside = inside + 1;
        assert(inside == 1); // HOLDS
        inside = inside - 1;
    }
    want_a = 0;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    want_b = 1;
    if (want_a == 0) {
        inside = inside + 1;
        assert(inside == 1); // HOLDS
        inside = inside - 1;
    }
    want_b = 0;
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
