// VERIFY proved
// CONSTRUCT: a spin lock by atomic_flag; a round that fails writes the 1 that is there
// A round that fails writes what was there: rounds after the first change nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int inside;

static void enter(void) {
    while (atomic_flag_test_and_set(&taken)) continue;
}

static void *work(void *arg) {
    enter();
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    atomic_flag_clear(&taken);
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
