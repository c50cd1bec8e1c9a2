// CONSTRUCT: bit-fields of one word written by two threads under a lock
// EXIT: 0
// OUTPUT: a=5 b=-3 c=1 d=1000\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

struct packed_bits {
    unsigned a : 3;
    signed b : 4;
    unsigned c : 1;
    unsigned d : 12;
};

static struct packed_bits bits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *low(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    bits.a = 5;
    bits.b = -3;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *high(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    bits.c = 1;
    bits.d = 999;
    bits.d++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, low, NULL);
    pthread_create(&t2, NULL, high, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(bits.a == 5 && bits.b == -3 && bits.c == 1 && bits.d == 1000);
    printf("a=%u b=%d c=%u d=%u\n", bits.a, bits.b, bits.c, bits.d);
    return 0;
}
