// VERIFY proved
// CONSTRUCT: a function that is one atomic region, an input with an assumption
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

static int x, y;

static int __VERIFIER_atomic_take(void) {
    if (x > 0) {
        x = x - 1;
        return 1;
    }
    return 0;
}

static void *taker(void *arg) {
    if (__VERIFIER_atomic_take()) __sync_fetch_and_add(&y, 1);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    int tickets = __VERIFIER_nondet_int();
    __VERIFIER_assume(tickets >= 0);
    x = tickets % 3;
    int had = x;
    pthread_create(&t1, NULL, taker, NULL);
    pthread_create(&t2, NULL, taker, NULL);
    pthread_create(&t3, NULL, taker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(x + y == had && x >= 0);
    return 0;
}
