// CONSTRUCT: __sync builtins: fetch-and-add, compare-and-swap
#include <assert.h>
#include <pthread.h>

static int x, wins;

static void *work(void *arg) {
    (void)arg;
    __sync_fetch_and_add(&x, 2);
    if (__sync_bool_compare_and_swap(&wins, 9, 1))
        __sync_add_and_fetch(&x, 100);
    int old = __sync_val_compare_and_swap(&wins, 0, 1);
    assert(old == 0 || old == 1); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 4); // HOLDS
    assert(wins == 1); // HOLDS
    return 0;
}
