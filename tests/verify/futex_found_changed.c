// VERIFY bug
// CONSTRUCT: a wait that finds another value than it expects fails with EAGAIN
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int word;

static void *wait_once(void *unused) {
    long failed = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
    assert(!failed || errno == EAGAIN);
    assert(!failed); // FAILS
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, wait_once, 0);
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    pthread_join(a, 0);
    return 0;
}
