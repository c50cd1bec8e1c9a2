// CONSTRUCT: a ternary between values at hand is a value, not a path
#include <assert.h>
#include <pthread.h>

static int x = 1;

static void *change(void *arg) {
    (void)arg;
    x = 5;
    x = 7;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen = x;
    int kind = seen > 4 ? seen - 5 : 100;
    assert(kind < 100); // FAILS: before x is 5
    assert(kind == 2); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, change, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
