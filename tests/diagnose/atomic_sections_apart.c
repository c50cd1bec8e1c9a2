// DIAGNOSE concurrency
// CONSTRUCT: what is looked at in one atomic section is used in the next one
// CAUSE: look -> add_too, look_too -> add
// REPAIR: mutex
// WITHOUT PREEMPTION: no
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x = 1, y = 1;

static void *add(void *arg) {
    __VERIFIER_atomic_begin();
    int seen = y; // AT look
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = x + seen; // AT add
    __VERIFIER_atomic_end();
    return arg;
}

static void *add_too(void *arg) {
    __VERIFIER_atomic_begin();
    int seen = x; // AT look_too
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    y = y + seen; // AT add_too
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, add, NULL);
    pthread_create(&second, NULL, add_too, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(x + y == 5); // FAILS
    return 0;
}
