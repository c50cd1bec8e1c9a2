// CONSTRUCT: a compare-and-swap whose failure nobody looks at: the update is lost
#include <assert.h>
#include <pthread.h>

static int x;

static void *increment(void *arg) {
    (void)arg;
    int old = __sync_fetch_and_add(&x, 0);
    __sync_val_compare_and_swap(&x, old, old + 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, increment, NULL);
    pthread_create(&t2, NULL, increment, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x >= 1); // HOLDS
    assert(x == 2); // FAILS
    return 0;
}
