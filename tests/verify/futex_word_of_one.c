// VERIFY bug
// VERIFY deadlocks: bug
// CONSTRUCT: a word that only one thread's code touches; the other one looks at it from the kernel
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int word;
static int set, seen;

static void *wait_once(void *unused) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, 0, 0, 0);
    seen = set;
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, wait_once, 0);
    word = 1;
    set = 1;
    pthread_join(a, 0);
    assert(seen == 1); // FAILS
    return 0;
}
