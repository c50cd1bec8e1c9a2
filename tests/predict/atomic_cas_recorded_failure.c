// CONSTRUCT: a compare-and-swap that failed in the recorded run and succeeds in another order, on the same path
#include <assert.h>
#include <pthread.h>

static int x;

static void *swap(void *arg) {
    (void)arg;
    __sync_val_compare_and_swap(&x, 5, 9);
    return NULL;
}

static void *set(void *arg) {
    (void)arg;
    x = 5;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, swap, NULL);
    pthread_create(&t2, NULL, set, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x >= 5); // HOLDS
    assert(x == 5); // FAILS
    return 0;
}
