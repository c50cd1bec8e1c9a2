// The first run takes one way of the branch, one in another order the other way, and only a random one fails: what
// `--keep` leaves is the run that executed most.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 3 };
static atomic_int begun, rounds, late;

static void *reader(void *unused) {
    if (atomic_load(&begun))
        atomic_store(&late, 1); // EXECUTED: in another order
    for (int i = 0; i < ROUNDS; i++) {
        int first = atomic_load(&rounds);
        assert(atomic_load(&rounds) == first);
    }
    return unused;
}

static void *writer(void *unused) {
    atomic_store(&begun, 1);
    for (int i = 0; i < ROUNDS; i++)
        atomic_fetch_add(&rounds, 1);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, writer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
