// CONSTRUCT: C11 threads: thrd_create and join, mtx, cnd, tss, call_once
// EXIT: 0
// OUTPUT: 3 1 2\n
#include <assert.h>
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static tss_t slot;
static once_flag once = ONCE_FLAG_INIT;
static int ready, initialised, destroyed;

static void initialise(void) { initialised++; }
static void destroy(void *value) { *(int *)value += 1; }

static int waiter(void *arg) {
    int *mine = arg;
    call_once(&once, initialise);
    tss_set(slot, mine);
    mtx_lock(&lock);
    while (!ready)
        cnd_wait(&changed, &lock);
    int result = ready + *(int *)tss_get(slot);
    mtx_unlock(&lock);
    return result;
}

static int setter(void *arg) {
    (void)arg;
    call_once(&once, initialise);
    mtx_lock(&lock);
    ready = 2;
    mtx_unlock(&lock);
    cnd_broadcast(&changed);
    thrd_exit(7);
}

int main(void) {
    thrd_t t1, t2;
    int one = 1, r1, r2;
    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    assert(cnd_init(&changed) == thrd_success);
    assert(tss_create(&slot, destroy) == thrd_success);
    assert(thrd_create(&t1, waiter, &one) == thrd_success);
    assert(thrd_create(&t2, setter, NULL) == thrd_success);
    thrd_join(t1, &r1);
    thrd_join(t2, &r2);
    destroyed = one;
    assert(r1 == 3 && r2 == 7 && !thrd_equal(t1, thrd_current()));
    assert(mtx_trylock(&lock) == thrd_success);
    mtx_unlock(&lock);
    mtx_destroy(&lock);
    cnd_destroy(&changed);
    tss_delete(slot);
    thrd_yield();
    printf("%d %d %d\n", r1, initialised, destroyed);
    return 0;
}
