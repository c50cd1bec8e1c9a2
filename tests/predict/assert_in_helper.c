// CONSTRUCT: one assertion in a helper, reached from two threads
#include <assert.h>
#include <pthread.h>

static int x;

static void check(int condition) {
    assert(condition); // FAILS
}

static void *first(void *arg) {
    (void)arg;
    x = 1;
    check(x == 1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    check(x != 2);
    x = 2;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
