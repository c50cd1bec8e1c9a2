// VERIFY proved
// CONSTRUCT: how deep a recursion goes depends on what another thread writes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int level;
static int deepest;

static void down(int depth) {
    if (depth > deepest) deepest = depth;
    if (depth < 3 && level > depth) down(depth + 1);
}

static void *diver(void *arg) {
    down(0);
    assert(deepest <= 2);
    return arg;
}

static void *raiser(void *arg) {
    level = 1;
    level = 2;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, diver, NULL);
    pthread_create(&t2, NULL, raiser, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
