// VERIFY bug
// CONSTRUCT: a spin lock that looks first and takes then
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int inside;

static void enter(void) {
    while (taken) continue;
    taken = 1;
}

static void *work(void *arg) {
    enter();
    inside = inside + 1;
    assert(inside == 1); // FAILS
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
