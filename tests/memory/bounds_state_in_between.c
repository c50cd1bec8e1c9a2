// CONSTRUCT: the state of a machine is none at all while it changes, and somebody counts its visits
#include <pthread.h>
#include <stdatomic.h>

enum state { NONE = -1, IDLE, BUSY, STATES };

static int visits[STATES];
static atomic_int state = IDLE;

static void *counter(void *arg) {
    (void)arg;
    int now = atomic_load(&state);
    visits[now]++; // MEMORY! out-of-bounds
    return NULL;
}

static void *machine(void *arg) {
    (void)arg;
    atomic_store(&state, NONE);
    atomic_store(&state, BUSY);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, counter, NULL);
    pthread_create(&t2, NULL, machine, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
