// CONSTRUCT: inline assembly with register operands (x86-64; plain C elsewhere)
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static unsigned total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned swap_bytes(unsigned x) {
#if defined(__x86_64__)
    __asm__("bswap %0" : "+r"(x));
    return x;
#else
    return __builtin_bswap32(x);
#endif
}

static void *work(void *arg) {
    unsigned x = *(unsigned *)arg;
    unsigned y = swap_bytes(x);
    pthread_mutex_lock(&lock);
    total += y;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    unsigned a = 0x01000000u, b = 0x02010000u;
    pthread_create(&t1, NULL, work, &a);
    pthread_create(&t2, NULL, work, &b);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(total == 1 + 0x102);
    return 0;
}
