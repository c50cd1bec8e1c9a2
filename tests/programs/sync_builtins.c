// CONSTRUCT: the __sync_* builtins
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int counter, mask, slot, owner;
static int wins;

static void *work(void *arg) {
    int me = (int)(long)arg;
    __sync_fetch_and_add(&counter, 2);
    int now = __sync_add_and_fetch(&counter, 1);
    assert(now >= 3 && now <= 6);
    __sync_fetch_and_or(&mask, me);
    if (__sync_bool_compare_and_swap(&slot, 0, me))
        __sync_fetch_and_add(&wins, 1);
    int old = __sync_val_compare_and_swap(&slot, 77, 78);
    assert(old == 1 || old == 2);
    while (__sync_lock_test_and_set(&owner, 1))
        ;
    __sync_synchronize();
    __sync_lock_release(&owner);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)1L);
    pthread_create(&t2, NULL, work, (void *)2L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counter == 6 && mask == 3 && wins == 1 && owner == 0);
    assert(__sync_sub_and_fetch(&counter, 6) == 0);
    assert(__sync_fetch_and_xor(&mask, 1) == 3 && __sync_and_and_fetch(&mask, 6) == 2);
    return 0;
}
