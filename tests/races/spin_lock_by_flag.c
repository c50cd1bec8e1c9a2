// CONSTRUCT: a spin lock of atomic_flag, acquire and release
#include <pthread.h>
#include <stdatomic.h>

static int counter;
static atomic_flag held = ATOMIC_FLAG_INIT;

static void *worker(void *arg) {
    (void)arg;
    while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire))
        ;
    counter++;
    atomic_flag_clear_explicit(&held, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
