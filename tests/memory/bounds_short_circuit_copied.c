// CONSTRUCT: `&&` and `?:` keep an index from being used beyond the end: it is read once
#include <pthread.h>
#include <stdatomic.h>

static int seats[3] = {0, 0, 1};
static atomic_uint seat = 2;
static int taken, state;

static void *usher(void *arg) {
    (void)arg;
    unsigned mine = atomic_load(&seat);
    if (mine < 3 && seats[mine]) // SAFE
        taken = 1;
    state = mine < 3 ? seats[mine] : -1; // SAFE
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
