// CONSTRUCT: a version before and after: equal versions mean that nothing was written in between
#include <assert.h>
#include <pthread.h>

static int version, a, b;

static void *writer(void *arg) {
    (void)arg;
    version = 1;
    a = 1;
    b = 1;
    version = 2;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int before = version;
    int seen_a = a;
    int seen_b = b;
    int after = version;
    if (before == after && before % 2 == 0) {
        assert(seen_a == seen_b); // HOLDS
    }
    assert(before <= after); // HOLDS
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
