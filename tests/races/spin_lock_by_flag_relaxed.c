// CONSTRUCT: a spin lock of atomic_flag whose orders are relaxed keeps others out, but orders nothing
#include <pthread.h>
#include <stdatomic.h>

static int counter;
static atomic_flag held = ATOMIC_FLAG_INIT;

static void *worker(void *arg) {
    (void)arg;
    while (atomic_flag_test_and_set_explicit(&held, memory_order_relaxed))
        ;
    counter++; // RACE!
    atomic_flag_clear_explicit(&held, memory_order_relaxed);
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
