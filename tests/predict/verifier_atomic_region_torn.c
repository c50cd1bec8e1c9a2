// CONSTRUCT: two SV-COMP atomic regions where it takes one
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x;

static void *increment(void *arg) {
    (void)arg;
    __VERIFIER_atomic_begin();
    int seen = x;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = seen + 1;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2); // FAILS
    return 0;
}
