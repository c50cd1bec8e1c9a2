// CONSTRUCT: atomic_flag as a spin lock, yielding while it waits
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int count;

static void *work(void *arg) {
    (void)arg;
    for (int i = 0; i < 3; i++) {
        while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
            sched_yield();
        count++;
        atomic_flag_clear_explicit(&busy, memory_order_release);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count == 6);
    assert(!atomic_flag_test_and_set(&busy));
    return 0;
}
