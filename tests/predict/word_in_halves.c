// CONSTRUCT: a 64-bit value written in two halves: the reader sees a mixture
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    uint64_t whole;
    uint32_t halves[2];
} value;

static void *writer(void *arg) {
    (void)arg;
    value.halves[0] = 0xffffffffu;
    value.halves[1] = 0xffffffffu;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    uint64_t seen = value.whole;
    assert(seen != 0xffffffff00000000u); // HOLDS
    assert(seen + 1 <= 1); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
