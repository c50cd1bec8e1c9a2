// VERIFY bug
// CONSTRUCT: a function that looks and takes, and is no atomic region
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

static int x, y;

static int take(void) {
    if (x > 0) {
        x = x - 1;
        return 1;
    }
    return 0;
}

static void *taker(void *arg) {
    if (take()) __sync_fetch_and_add(&y, 1);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    int tickets = __VERIFIER_nondet_int();
    __VERIFIER_assume(tickets >= 0);
    x = 1 + tickets % 1;
    int had = x;
    pthread_create(&t1, NULL, taker, NULL);
    pthread_create(&t2, NULL, taker, NULL);
    pthread_create(&t3, NULL, taker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(x + y == had && x >= 0); // FAILS
    return 0;
}
