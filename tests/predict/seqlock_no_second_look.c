// CONSTRUCT: a reader that looks at the version only before
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int version;
static int a, b;

static void *writer(void *arg) {
    (void)arg;
    atomic_fetch_add(&version, 1);
    a = 1;
    b = 1;
    atomic_fetch_add(&version, 1);
    atomic_fetch_add(&version, 1);
    a = 2;
    b = 2;
    atomic_fetch_add(&version, 1);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int before = atomic_load(&version);
    if (before % 2 == 0) {
        int seen_a = a, seen_b = b;
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
