// CONSTRUCT: 64-bit sums: the failure needs bits above the thirty-second
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint64_t sum = 0xfffffff0u;

static void *add(void *arg) {
    (void)arg;
    uint64_t old = sum;
    sum = old + 0x10;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, add, NULL);
    pthread_create(&t2, NULL, add, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    uint64_t end = sum;
    assert(end >= 0x100000000u); // HOLDS
    assert((end & 0xffffffffu) == 0x10); // FAILS
    assert((uint32_t)(end >> 32) == 1); // HOLDS
    return 0;
}
