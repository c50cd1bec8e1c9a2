// CONSTRUCT: neighbouring bit-fields: each write rewrites the whole unit
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned low : 4;
    unsigned high : 4;
} bits;

static void *first(void *arg) {
    (void)arg;
    bits.low = 3;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    bits.high = 5;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(bits.low == 3 || bits.high == 5); // HOLDS
    assert(bits.high == 5); // FAILS
    return 0;
}
