// VERIFY proved
// CONSTRUCT: a barrier by hand that counts on from round to round
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static int steps[2];

static void await_all(int both) {
    atomic_fetch_add(&count, 1);
    while (count < both) continue;
}

static void work(int self) {
    for (int round = 1; round <= 2; round++) {
        steps[self] = round;
        await_all(2 * round);
        assert(steps[1 - self] >= round);
    }
}

static void *first(void *arg) {
    work(0);
    return arg;
}

static void *second(void *arg) {
    work(1);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
