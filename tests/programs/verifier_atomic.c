// CONSTRUCT: SV-COMP conventions: atomic sections, nondeterministic input, assume, reach_error
// EXIT: 0
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static int count, input;

static void *work(void *arg) {
    (void)arg;
    __VERIFIER_atomic_begin();
    count = count + input;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    input = __VERIFIER_nondet_int();
    __VERIFIER_assume(input > 0 && input < 1000); /* false ends the run silently */
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (count != 2 * input)
        reach_error();
    return 0;
}
