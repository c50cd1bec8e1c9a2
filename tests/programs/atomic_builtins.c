// CONSTRUCT: the __atomic_* builtins on plain objects, including the generic pointer forms
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static int counter, published;
static long data, seen = -1;
static unsigned char lock;
static int guarded;

static void *work(void *arg) {
    long me = (long)arg;
    __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
    int now = __atomic_add_fetch(&counter, 10, __ATOMIC_SEQ_CST);
    assert(now >= 11 && now <= 22);
    while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
        ;
    guarded += (int)me;
    __atomic_clear(&lock, __ATOMIC_RELEASE);
    if (me == 1) {
        long value = 50;
        __atomic_store(&data, &value, __ATOMIC_RELAXED);
        __atomic_store_n(&published, 1, __ATOMIC_RELEASE);
    } else if (__atomic_load_n(&published, __ATOMIC_ACQUIRE)) {
        __atomic_load(&data, &seen, __ATOMIC_RELAXED);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)1L);
    pthread_create(&t2, NULL, work, (void *)2L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counter == 22 && guarded == 3);
    assert(seen == -1 || seen == 50);
    int expected = 22;
    bool ok = __atomic_compare_exchange_n(&counter, &expected, 1, false, __ATOMIC_SEQ_CST,
                                          __ATOMIC_RELAXED);
    assert(ok && __atomic_exchange_n(&counter, 5, __ATOMIC_ACQ_REL) == 1);
    assert(__atomic_nand_fetch(&counter, 4, __ATOMIC_SEQ_CST) == ~4);
    return 0;
}
