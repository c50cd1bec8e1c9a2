// CONSTRUCT: a 16-byte compare-and-swap (cmpxchg16b) on a pointer with a tag
// FLAGS: -mcx16
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

typedef unsigned __int128 u128;

static union {
    u128 whole;
    struct {
        uint64_t value;
        uint64_t tag;
    } part;
} shared __attribute__((aligned(16)));

static void *work(void *arg) {
    uint64_t by = (uint64_t)(uintptr_t)arg;
    for (int i = 0; i < 2; i++) {
        u128 old = 0, seen, new;
        for (;;) {
            new = (((old >> 64) + 1) << 64) | (uint64_t)((uint64_t)old + by);
            seen = __sync_val_compare_and_swap(&shared.whole, old, new);
            if (seen == old)
                break;
            old = seen;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)3);
    pthread_create(&t2, NULL, work, (void *)4);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(shared.part.value == 14 && shared.part.tag == 4);
    return 0;
}
