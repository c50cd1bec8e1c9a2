// CONSTRUCT: a write through a shared pointer that is being changed
#include <assert.h>
#include <pthread.h>

static int a, b;
static int *target = &a;

static void *mover(void *arg) {
    (void)arg;
    target = &b;
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    *target = 5;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, mover, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(a + b == 5); // HOLDS
    assert(b == 5); // FAILS
    return 0;
}
