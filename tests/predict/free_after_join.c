// CONSTRUCT: a heap object is freed when its users have been joined
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct shared {
    int value;
};

static void *use(void *arg) {
    struct shared *shared = arg;
    shared->value = shared->value + 1;
    assert(shared->value >= 1); // HOLDS
    return NULL;
}

int main(void) {
    struct shared *shared = calloc(1, sizeof *shared);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, use, shared);
    pthread_create(&t2, NULL, use, shared);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    int end = shared->value;
    free(shared);
    assert(end == 2); // FAILS
    return 0;
}
