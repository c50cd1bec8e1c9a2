// CONSTRUCT: compare-and-swaps that fail write nothing, wherever they are
// ATOMIC: claim_both
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int left, right;

static void claim_both(void) {
    int expected = 0;
    __atomic_compare_exchange_n(&left, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); // ATOMIC
    expected = 0;
    __atomic_compare_exchange_n(&left, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static void *one(void *arg) {
    left = 5;
    claim_both();
    left = 6;
    return arg;
}

static void *other(void *arg) {
    right = 7;
    int expected = 0;
    __atomic_compare_exchange_n(&right, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", left, right);
    return 0;
}
