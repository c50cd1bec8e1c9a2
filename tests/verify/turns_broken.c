// VERIFY bug
// CONSTRUCT: two threads take turns; one waits for less than its own
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int step;
static int sum;

static void *odd(void *arg) {
    for (int i = 1; i <= 3; i += 2) {
        while (step != i - 1) continue;
        sum = sum * 2 + 1;
        step = i;
    }
    return arg;
}

static void *even(void *arg) {
    for (int i = 2; i <= 4; i += 2) {
        while (step < 1) continue;
        sum = sum * 2;
        step = i;
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, odd, NULL);
    pthread_create(&t2, NULL, even, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(sum == 10); // FAILS
    return 0;
}
