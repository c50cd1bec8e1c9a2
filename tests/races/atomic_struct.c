// CONSTRUCT: a small struct is read and written atomically as a whole
#include <pthread.h>
#include <stdatomic.h>

struct point {
    int x, y;
};

static _Atomic struct point position;
static int seen;

static void *mover(void *arg) {
    (void)arg;
    struct point there = {3, 4};
    atomic_store(&position, there);
    return NULL;
}

static void *looker(void *arg) {
    (void)arg;
    struct point here = atomic_load(&position);
    seen = here.x + here.y;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, mover, NULL);
    pthread_create(&t2, NULL, looker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
