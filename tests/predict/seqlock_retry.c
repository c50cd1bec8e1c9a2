// CONSTRUCT: a reader that takes the values again when the version has changed
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
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int before = atomic_load(&version);
    int seen_a = a, seen_b = b;
    if (atomic_load(&version) == before && before % 2 == 0) {
        assert(seen_a == seen_b); // HOLDS
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
