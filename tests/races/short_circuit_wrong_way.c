// CONSTRUCT: the operands of && in the wrong order: the data is read before the flag
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int data, accepted;
static atomic_int ready;

static void *sender(void *arg) {
    (void)arg;
    data = 42; // RACE!
    atomic_store_explicit(&ready, 1, memory_order_release);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    if (data == 42 && atomic_load_explicit(&ready, memory_order_acquire)) // RACE!
        accepted = 1;
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
