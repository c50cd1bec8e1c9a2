// CONSTRUCT: atomic operations on a byte: the sum wraps round whatever the order
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint8_t count = 250;

static void *first(void *arg) {
    (void)arg;
    atomic_fetch_add(&count, 4);
    atomic_fetch_xor(&count, 0);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    uint8_t old = atomic_fetch_add(&count, 3);
    assert(old >= 250); // HOLDS
    assert(old != 250); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count == 1); // HOLDS
    return 0;
}
