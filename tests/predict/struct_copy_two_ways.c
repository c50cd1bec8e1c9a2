// CONSTRUCT: struct assignments between shared objects: each is one step
#include <assert.h>
#include <pthread.h>

struct triple {
    long a, b, c;
};

static struct triple shared, copy, ones = {1, 1, 1};

static void *writer(void *arg) {
    (void)arg;
    shared = ones;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    copy = shared;
    assert(copy.a == copy.c); // HOLDS
    assert(copy.b == 1); // FAILS
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
