// VERIFY bug
// CONSTRUCT: a sum read without an atomic region
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int left = 5, right = 5;

static void *move(void *arg) {
    __VERIFIER_atomic_begin();
    left = left - 1;
    right = right + 1;
    __VERIFIER_atomic_end();
    return arg;
}

static void *audit(void *arg) {
    int sum = left;
    sum += right;
    assert(sum == 10); // FAILS
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, move, NULL);
    pthread_create(&t2, NULL, audit, NULL);
    pthread_create(&t3, NULL, move, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
