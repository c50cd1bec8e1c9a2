// CONSTRUCT: 128-bit integers: multiply, shift, compare, shared accumulator
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

typedef unsigned __int128 u128;

static u128 total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    uint64_t factor = *(uint64_t *)arg;
    pthread_mutex_lock(&lock);
    total += (u128)factor * factor;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    uint64_t a = UINT64_MAX, b = 1ull << 32;
    pthread_create(&t1, NULL, add, &a);
    pthread_create(&t2, NULL, add, &b);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    /* (2^64 - 1)^2 + 2^64 = 2^128 - 2^64 + 1 */
    assert((uint64_t)(total >> 64) == UINT64_MAX);
    assert((uint64_t)total == 1);
    __int128 negative = -(__int128)5;
    assert(negative < 0 && negative / 2 == -2 && negative % 2 == -1);
    assert(total > ((u128)1 << 127));
    return 0;
}
