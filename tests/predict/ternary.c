// CONSTRUCT: a ternary makes a branch: the other side was not taken
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
    assert(kind < 100); // HOLDS: fails only off the path, where the other side is taken
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
