// CONSTRUCT: compare-and-swap from 0: at most one winner, and the value is the winner's
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner;
static int wins;

static void claim(int self) {
    int none = 0;
    if (atomic_compare_exchange_strong(&owner, &none, self)) {
        wins = wins + 1;
        assert(owner == self); // HOLDS
    } else {
        assert(none != 0); // HOLDS
        assert(owner != self); // HOLDS
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
    assert(wins == 1); // HOLDS
    return 0;
}
