// VERIFY proved
// CONSTRUCT: a version read before and after
// Rounds read only, and each but the last one is forgotten.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int version, left, right;

static void *writer(void *arg) {
    version = 1;
    left = 1;
    right = 1;
    version = 2;
    return arg;
}

static void *reader(void *arg) {
    int before, one, two;
    for (;;) { // ROUNDS 2
        before = version;
        one = left;
        two = right;
        if (before % 2 == 0 && version == before) break;
    }
    assert(one == two);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
