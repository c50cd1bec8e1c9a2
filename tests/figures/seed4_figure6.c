/* Figure 6 of error invariants: a pool of two Treiber stacks. pool_rem may find it empty though at no time it was. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define EMPTY (-1)
#define SIZE 4

static atomic_int ts_top[2] = {EMPTY, EMPTY};
static int ts_value[2][SIZE];

static void ts_push(int stack, int v) {
    int top = atomic_load(&ts_top[stack]);
    do {
        ts_value[stack][top + 1] = v;
    } while (!atomic_compare_exchange_strong(&ts_top[stack], &top, top + 1));
}

static int ts_pop(int stack) {
    int top = atomic_load(&ts_top[stack]);
    while (top != EMPTY) {
        int v = ts_value[stack][top];
        if (atomic_compare_exchange_strong(&ts_top[stack], &top, top - 1))
            return v;
    }
    return EMPTY;
}

/* Which stack comes first is random in the figure; here the caller says it. */
static void pool_ins(int v, int idx) {
    ts_push(idx, v);
}

static int pool_rem(int idx) {
    for (int i = 0; i < 2; i++) {
        int v = ts_pop((idx + i) % 2);
        if (v != EMPTY)
            return v;
    }
    return EMPTY; /* of the pool */
}

static void *thread1(void *unused) {
    pool_ins(1, 0);
    pool_rem(1);
    return unused;
}

static void *thread2(void *unused) {
    pool_ins(2, 1);
    int v = pool_rem(0);
    assert(v != EMPTY || atomic_load(&ts_top[0]) == EMPTY);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, thread1, 0);
    pthread_create(&t2, 0, thread2, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
