// CONSTRUCT: compiler builtins: popcount, clz, ctz, bswap, expect, overflow checks
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static unsigned word = 0x00f0u;
static int results[5];
static int overflowed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    results[0] = __builtin_popcount(word);
    results[1] = __builtin_clz(word);
    results[2] = __builtin_ctz(word);
    results[3] = (int)(__builtin_bswap32(word) >> 24);
    results[4] = __builtin_ffs((int)word) + __builtin_parity(word);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *overflow(void *arg) {
    int big = *(int *)arg, out;
    pthread_mutex_lock(&lock);
    if (__builtin_expect(__builtin_add_overflow(big, 1, &out), 0))
        overflowed++;
    if (__builtin_mul_overflow(big, 2, &out))
        overflowed++;
    if (!__builtin_sub_overflow(big, 1, &out))
        overflowed += out == 0x7ffffffe;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int big = 0x7fffffff;
    pthread_create(&t1, NULL, count, NULL);
    pthread_create(&t2, NULL, overflow, &big);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(results[0] == 4 && results[1] == 24 && results[2] == 4);
    assert(results[3] == 0xf0 && results[4] == 5);
    assert(overflowed == 3);
    return 0;
}
