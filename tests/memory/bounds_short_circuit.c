// CONSTRUCT: `&&` keeps an index from being used beyond the end, but it is read twice
#include <pthread.h>
#include <stdatomic.h>

static int seats[3] = {0, 0, 1};
static atomic_uint seat = 2;
static int taken;

static void *usher(void *arg) {
    (void)arg;
    if (atomic_load(&seat) < 3 && seats[atomic_load(&seat)]) // MEMORY! out-of-bounds
        taken = 1;
    return NULL;
}

static void *guest(void *arg) {
    (void)arg;
    atomic_fetch_add(&seat, 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, usher, NULL);
    pthread_create(&t2, NULL, guest, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
