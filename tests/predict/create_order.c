// CONSTRUCT: what was written before the creation is seen, what comes after it may be
#include <assert.h>
#include <pthread.h>

static int before, after;

static void *child(void *arg) {
    (void)arg;
    assert(before == 1); // HOLDS
    assert(after == 1); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t;
    before = 1;
    pthread_create(&t, NULL, child, NULL);
    after = 1;
    pthread_join(t, NULL);
    return 0;
}
