// VERIFY bug
// CONSTRUCT: a waiting loop that may have seen a 1 before the 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, seen;

static void *waiter(void *arg) {
    int last = 0, now;
    while ((now = flag) < 2) last = now;
    assert(last == 0); // FAILS
    seen = last;
    return arg;
}

static void *setter(void *arg) {
    flag = 1;
    flag = 2;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
