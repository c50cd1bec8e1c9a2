// CONSTRUCT: SV-COMP's way to write an assertion: a helper that calls reach_error, which the program defines
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static void __VERIFIER_assert(int condition) {
    if (!condition) reach_error(); // FAILS
}

static int x;

static void *increment(void *arg) {
    (void)arg;
    x = x + 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    __VERIFIER_assert(x >= 1);
    __VERIFIER_assert(x == 2);
    return 0;
}
