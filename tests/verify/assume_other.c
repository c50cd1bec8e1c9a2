// VERIFY bug
// CONSTRUCT: an assumption that does not rule it out
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);
void reach_error(void) { assert(0); } // FAILS

static int x, y;

static void *first(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

static void *second(void *arg) {
    int seen = x;
    __VERIFIER_assume(seen == 1);
    if (y != 1) reach_error(); // FAILS
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
