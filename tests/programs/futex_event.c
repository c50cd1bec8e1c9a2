// EXIT: 0
// A gate that opens once for all, a wait that times out, and a wake that nobody hears.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic unsigned gate, silent;
static int prepared;

static void *passes(void *unused)
{
    while (!atomic_load(&gate))
        syscall(SYS_futex, &gate, FUTEX_WAIT, 0, NULL, NULL, 0);
    assert(prepared == 42);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    struct timespec short_time = {0, 1000000};
    assert(syscall(SYS_futex, &silent, FUTEX_WAKE, 1, NULL, NULL, 0) == 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, passes, NULL);
    assert(syscall(SYS_futex, &silent, FUTEX_WAIT, 0, &short_time, NULL, 0) == -1 && errno == ETIMEDOUT);
    prepared = 42;
    atomic_store(&gate, 1);
    syscall(SYS_futex, &gate, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
