// VERIFY proved
// VERIFY deadlocks: bug
// CONSTRUCT: who waits is woken before the flag is set, and may look at it in between
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int ready;

static void *wait_for_it(void *unused) {
    while (!ready)
        syscall(SYS_futex, &ready, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, wait_for_it, 0);
    syscall(SYS_futex, &ready, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    ready = 1;
    pthread_join(a, 0);
    return 0;
}
