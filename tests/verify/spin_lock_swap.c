// VERIFY proved
// CONSTRUCT: a spin lock by compare and swap
// A swap that fails writes nothing, so that the last round alone counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int inside;

static void enter(void) {
    int free = 0;
    while (!atomic_compare_exchange_strong(&taken, &free, 1)) free = 0; // AWAIT
}

static void *work(void *arg) {
    enter();
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    taken = 0;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
