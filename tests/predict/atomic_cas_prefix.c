// CONSTRUCT: a compare-and-swap that failed in the recorded run: where it succeeds its thread leaves the path, but its write stays
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int slot;

static void *owner(void *arg) {
    (void)arg;
    int none = 0;
    if (atomic_compare_exchange_strong(&slot, &none, 1)) {
        atomic_store(&slot, 3);
    }
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    int none = 0;
    if (atomic_compare_exchange_strong(&slot, &none, 2)) {
        atomic_store(&slot, 0);
    }
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen = slot;
    assert(seen != 1); // FAILS
    assert(seen != 2); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, owner, NULL);
    pthread_create(&t2, NULL, other, NULL);
    pthread_create(&t3, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
