// VERIFY proved
// CONSTRUCT: an assumption ends a run while a thread stands before a region, or a fence: what it decides behind that
// from what it has read already, it has not decided yet
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void __VERIFIER_assume(int);

static int chosen, small, large, passed;

void __VERIFIER_atomic_count(int mine) {
    if (mine <= 0)
        small++;
    else
        large++;
}

void __VERIFIER_atomic_look(int mine) {
    if (mine > 1)
        abort();
}

static void *counting(void *unused) {
    int mine = chosen;
    __VERIFIER_atomic_look(mine); // nothing happens between its begin and its end
    __VERIFIER_atomic_count(mine);
    return unused;
}

static void *fencing(void *unused) {
    int mine = chosen;
    atomic_thread_fence(memory_order_seq_cst);
    if (mine <= 0)
        passed = 1;
    else
        passed = 2;
    return unused;
}

static void *choosing(void *unused) {
    chosen = 1;
    __VERIFIER_assume(small + large > 0 && passed > 0);
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, counting, 0);
    pthread_create(&b, 0, fencing, 0);
    pthread_create(&c, 0, choosing, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(small + large == 1);
    return 0;
}
