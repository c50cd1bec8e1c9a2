// CONSTRUCT: a function whose name begins with __VERIFIER_atomic_ is not interrupted: 0 where that holds, an update may be lost natively
// EXIT: 0 or signal ABRT
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int value, steps;

void reach_error(void) { abort(); }

void __VERIFIER_atomic_inc(void) {
    int old = value;
    value = old + 1;
}

static void *work(void *arg) {
    (void)arg;
    __VERIFIER_atomic_inc();
    __VERIFIER_atomic_inc();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    steps = __VERIFIER_nondet_int();
    if (steps < 0)
        return 0;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (value != 4)
        reach_error();
    return 0;
}
