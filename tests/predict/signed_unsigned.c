// CONSTRUCT: -1 compared with an unsigned value is large
#include <assert.h>
#include <pthread.h>

static int index_of = 3;
static unsigned limit = 5;

static void *invalidate(void *arg) {
    (void)arg;
    index_of = -1;
    index_of = 4;
    return NULL;
}

static void *user(void *arg) {
    (void)arg;
    int at = index_of;
    assert(at < 5); // HOLDS
    assert((unsigned)at < limit); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, invalidate, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
