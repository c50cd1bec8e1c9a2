// CONSTRUCT: one thread writes a byte, the other the word, the third reads half of it
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    uint16_t halves[2];
    uint8_t bytes[4];
} shared;

static void *first(void *arg) {
    (void)arg;
    shared.bytes[1] = 0xaa;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    shared.word = 0x11223344u;
    return NULL;
}

static void *third(void *arg) {
    (void)arg;
    uint16_t low = shared.halves[0];
    assert((low & 0xff) == 0 || (low & 0xff) == 0x44); // HOLDS: in the recorded run it is 0x44
    assert(low != 0xaa44); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(shared.halves[1] == 0x1122); // HOLDS
    assert(shared.word == 0x11223344u); // FAILS
    return 0;
}
