// VERIFY proved
// CONSTRUCT: what an assumption rules out
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);
void reach_error(void) { assert(0); }

static int x, y;

static void *first(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

static void *second(void *arg) {
    int seen = y;
    __VERIFIER_assume(seen == 1);
    if (x != 1) reach_error();
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
