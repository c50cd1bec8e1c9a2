// VERIFY unknown whom a wake of some of those who sleep on a futex finds
// CONSTRUCT: waits and wakes by bits: not modelled
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int ready;

static void *wait_for_it(void *unused) {
    while (!ready)
        syscall(SYS_futex, &ready, FUTEX_WAIT_BITSET_PRIVATE, 0, 0, 0, 3);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, wait_for_it, 0);
    ready = 1;
    syscall(SYS_futex, &ready, FUTEX_WAKE_BITSET_PRIVATE, 9, 0, 0, 2);
    pthread_join(a, 0);
    return 0;
}
