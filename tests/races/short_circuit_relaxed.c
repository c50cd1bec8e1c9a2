// CONSTRUCT: the second operand of && is read behind a flag that orders nothing
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int data, accepted;
static atomic_int ready;

static void *sender(void *arg) {
    (void)arg;
    data = 42; // RACE!
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    int is_there = atomic_load_explicit(&ready, memory_order_relaxed);
    if (is_there && data == 42) // RACE!
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
