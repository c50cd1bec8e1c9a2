// CONSTRUCT: the version is raised after the writes only: equal versions mean nothing
#include <assert.h>
#include <pthread.h>

static int version, a, b;

static void *writer(void *arg) {
    (void)arg;
    a = 1;
    b = 1;
    version = 1;
    a = 2;
    b = 2;
    version = 2;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int before = version;
    int seen_a = a;
    int seen_b = b;
    int after = version;
    if (before == after) {
        assert(seen_a == seen_b); // FAILS
    }
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
