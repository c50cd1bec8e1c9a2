// CONSTRUCT: the second operand of && is read only if the first is true, and then it is ordered
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int data, accepted;
static atomic_int ready;

static void *sender(void *arg) {
    (void)arg;
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&ready, memory_order_acquire) && data == 42)
        accepted = 1;
    if (!atomic_load_explicit(&ready, memory_order_acquire) || data != 42)
        accepted = 0;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sender, NULL);
    pthread_create(&t2, NULL, receiver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("%d\n", accepted);
    return 0;
}
