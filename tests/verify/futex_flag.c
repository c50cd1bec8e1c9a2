// VERIFY proved
// VERIFY deadlocks: proved
// CONSTRUCT: a flag that is waited for in the kernel: the wait looks at it, and sleeps, in one
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int ready;
static int value;

static void *wait_for_it(void *unused) {
    while (!ready)
        syscall(SYS_futex, &ready, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
    assert(value == 5);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, wait_for_it, 0);
    pthread_create(&b, 0, wait_for_it, 0);
    value = 5;
    ready = 1;
    syscall(SYS_futex, &ready, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
