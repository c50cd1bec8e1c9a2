// CONSTRUCT: two threads store the two halves of a word
#include <pthread.h>
#include <stdint.h>

static union {
    uint64_t word;
    uint32_t half[2];
} value;

static void *low(void *arg) {
    (void)arg;
    value.half[0] = 1;
    return NULL;
}

static void *high(void *arg) {
    (void)arg;
    value.half[1] = 2;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, low, NULL);
    pthread_create(&t2, NULL, high, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return value.word == 0x200000001 ? 0 : 1;
    return 0;
}
