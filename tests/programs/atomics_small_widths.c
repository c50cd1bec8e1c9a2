// CONSTRUCT: atomic char, short, bool and 64-bit objects, with wrap-around
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uchar tiny = 250;
static atomic_short medium = -3;
static atomic_bool flag;
static _Atomic uint64_t wide = UINT64_MAX - 1;
static atomic_int winners;

static void *work(void *arg) {
    (void)arg;
    for (int i = 0; i < 4; i++) {
        atomic_fetch_add(&tiny, 1);
        atomic_fetch_add(&medium, 2);
        atomic_fetch_add(&wide, 1);
    }
    if (!atomic_exchange(&flag, 1))
        winners++;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(tiny == 2 && medium == 13 && wide == 6);
    assert(flag && winners == 1);
    return 0;
}
