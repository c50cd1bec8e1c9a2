// VERIFY bug
// CONSTRUCT: a barrier by hand whose first comer opens it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, sense;
static int steps[2];

static void await_all(int mine) {
    if (atomic_fetch_add(&count, 1) == 0) {
        count = 0;
        sense = mine;
    } else {
        while (sense != mine) continue;
    }
}

static void work(int self) {
    steps[self] = 1;
    await_all(1);
    assert(steps[1 - self] == 1); // FAILS
    await_all(2);
    steps[self] = 2;
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
