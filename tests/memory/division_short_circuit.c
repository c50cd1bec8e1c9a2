// CONSTRUCT: `&&` keeps a division from being done with 0, but what it looks at is read twice
#include <pthread.h>
#include <stdatomic.h>

static atomic_int waiting = 4;
static int total = 40, busy;

static void *monitor(void *arg) {
    (void)arg;
    if (atomic_load(&waiting) != 0 && total / atomic_load(&waiting) > 5) // MEMORY! division
        busy = 1;
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
