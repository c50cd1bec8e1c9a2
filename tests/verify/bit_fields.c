// VERIFY proved
// CONSTRUCT: bit fields in one word under a lock
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned low : 3, high : 5;
} bits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *low(void *arg) {
    pthread_mutex_lock(&lock);
    bits.low = bits.low + 3;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *high(void *arg) {
    pthread_mutex_lock(&lock);
    bits.high = bits.high + 9;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, low, NULL);
    pthread_create(&t2, NULL, high, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(bits.low == 3 && bits.high == 9);
    return 0;
}
