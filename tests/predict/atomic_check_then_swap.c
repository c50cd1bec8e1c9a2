// CONSTRUCT: a check by a load, then an unconditional store: two owners
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner;
static int wins;

static void claim(int self) {
    if (atomic_load(&owner) == 0) {
        atomic_store(&owner, self);
        wins = wins + 1;
        assert(owner == self); // HOLDS: fails only off the path, where both come through
    }
}

static void *first(void *arg) {
    (void)arg;
    claim(1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    claim(2);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(wins <= 1); // HOLDS: fails only off the path, where both come through
    return 0;
}
