// CONSTRUCT: an assumption ends the path: what it rules out cannot make the assertion fail
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);
static int x, y;

static void *first(void *arg) {
    (void)arg;
    x = 1;
    y = 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int seen_y = y;
    __VERIFIER_assume(seen_y == 1);
    assert(x == 1); // HOLDS
    return NULL;
}

static void *third(void *arg) {
    (void)arg;
    int seen_x = x;
    __VERIFIER_assume(seen_x == 1);
    assert(y == 1); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
