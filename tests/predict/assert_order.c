// CONSTRUCT: an assertion that holds only because another one has held before it
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *changer(void *arg) {
    (void)arg;
    x = 1;
    x = 0;
    return NULL;
}

static void *checker(void *arg) {
    (void)arg;
    int seen = x;
    assert(seen == 0); // FAILS
    y = seen + 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, changer, NULL);
    pthread_create(&t2, NULL, checker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(y == 1); // HOLDS
    return 0;
}
