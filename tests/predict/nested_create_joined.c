// CONSTRUCT: a thread creates another and joins it: who joins the outer one sees both
#include <assert.h>
#include <pthread.h>

static int x;

static void *inner(void *arg) {
    (void)arg;
    x = x + 1;
    return NULL;
}

static void *outer(void *arg) {
    (void)arg;
    pthread_t t;
    x = 10;
    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, NULL);
    x = x * 2;
    return NULL;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, outer, NULL);
    pthread_join(t1, NULL);
    assert(x == 22); // HOLDS
    return 0;
}
