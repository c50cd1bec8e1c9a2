// CONSTRUCT: a lock made of an atomic flag, around the block
// ATOMIC: deposit
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag held = ATOMIC_FLAG_INIT;
static int balance;

static void take(void) {
    while (atomic_flag_test_and_set(&held))
        ;
}

static void deposit(int amount) {
    int seen = balance; // ATOMIC
    balance = seen + amount;
}

static void *ten(void *arg) {
    take();
    deposit(10);
    atomic_flag_clear(&held);
    return arg;
}

static void *twenty(void *arg) {
    take();
    deposit(20);
    atomic_flag_clear(&held);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, ten, NULL);
    pthread_create(&b, NULL, twenty, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", balance);
    return 0;
}
