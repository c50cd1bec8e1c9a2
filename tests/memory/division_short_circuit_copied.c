// CONSTRUCT: `&&` keeps a division from being done with 0: what it looks at is read once
#include <pthread.h>
#include <stdatomic.h>

static atomic_int waiting = 4;
static int total = 40, busy, spread;

static void *monitor(void *arg) {
    (void)arg;
    int mine = atomic_load(&waiting);
    if (mine != 0 && total / mine > 5) // SAFE
        busy = 1;
    spread = mine ? total / mine : 0; // SAFE
    return NULL;
}

static void *drain(void *arg) {
    (void)arg;
    atomic_store(&waiting, 0);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, monitor, NULL);
    pthread_create(&t2, NULL, drain, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
