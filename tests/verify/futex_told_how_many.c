// VERIFY bug seen, else unknown is told how many it has woken
// CONSTRUCT: how many a wake has woken is looked at: most orders, and all that a few runs show, find nobody
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int word, work;
static sem_t begun;

static void *sleep_late(void *unused) {
    sem_wait(&begun);
    for (int i = 0; i < 12; i++)
        work++;
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
    return unused;
}

static void *wake(void *unused) {
    sem_post(&begun);
    long woken = syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    assert(woken == 0); // FAILS
    return unused;
}

int main(void) {
    pthread_t a, b;
    sem_init(&begun, 0, 0);
    pthread_create(&a, 0, wake, 0);
    pthread_create(&b, 0, sleep_late, 0);
    pthread_join(a, 0);
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    pthread_join(b, 0);
    return 0;
}
