// CONSTRUCT: over-aligned objects (_Alignas) on separate cache lines
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct slot {
    _Alignas(64) int count;
    char tag;
};

static struct slot slots[3];
static _Alignas(32) int lane[8];

static void *work(void *arg) {
    long i = (long)arg;
    _Alignas(16) int local[4] = {1, 2, 3, 4};
    assert((uintptr_t)local % 16 == 0);
    for (int k = 0; k < 4; k++)
        slots[i].count += local[k];
    slots[i].tag = (char)('a' + i);
    lane[i] = slots[i].count;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)0L);
    pthread_create(&t2, NULL, work, (void *)1L);
    work((void *)2L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(sizeof slots[0] == 64 && _Alignof(struct slot) == 64);
    assert((uintptr_t)&slots[1] % 64 == 0 && (uintptr_t)lane % 32 == 0);
    assert(lane[0] + lane[1] + lane[2] == 30);
    assert(slots[0].tag == 'a' && slots[2].tag == 'c');
    return 0;
}
