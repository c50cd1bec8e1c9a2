// VERIFY bug
// CONSTRUCT: __sync compare and swap without the loop
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *arg) {
    int old = x;
    __sync_bool_compare_and_swap(&x, old, old + 1);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, add, NULL);
    pthread_create(&t2, NULL, add, NULL);
    pthread_create(&t3, NULL, add, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(x == 3); // FAILS
    return 0;
}
