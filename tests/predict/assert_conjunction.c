// CONSTRUCT: an assertion with && and ||: each operand is a branch of its own
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *writer(void *arg) {
    (void)arg;
    a = 1;
    b = 1;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    assert(a >= 0 && b >= 0); // HOLDS
    assert(a == 1 && b == 1); // FAILS
    assert(b == 0 || a == 1); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
