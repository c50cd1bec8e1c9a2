// CONSTRUCT: a message is passed on by a thread in between, with release and acquire at each step
#include <pthread.h>
#include <stdatomic.h>

static int data, seen;
static atomic_int first_flag, second_flag;

static void *sender(void *arg) {
    (void)arg;
    data = 42;
    atomic_store_explicit(&first_flag, 1, memory_order_release);
    return NULL;
}

static void *relay(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&first_flag, memory_order_acquire))
        atomic_store_explicit(&second_flag, 1, memory_order_release);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&second_flag, memory_order_acquire))
        seen = data;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, sender, NULL);
    pthread_create(&t2, NULL, relay, NULL);
    pthread_create(&t3, NULL, receiver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
