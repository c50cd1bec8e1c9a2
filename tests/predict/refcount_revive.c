// CONSTRUCT: an object is revived after its count was seen as zero
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int references = 1;
static atomic_int alive = 1;

static void *drop(void *arg) {
    (void)arg;
    if (atomic_fetch_sub(&references, 1) == 1)
        atomic_store(&alive, 0);
    return NULL;
}

static void *get(void *arg) {
    (void)arg;
    atomic_fetch_add(&references, 1);
    int seen = atomic_load(&alive);
    atomic_fetch_sub(&references, 1);
    assert(seen == 1); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, get, NULL);
    pthread_create(&t2, NULL, drop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
