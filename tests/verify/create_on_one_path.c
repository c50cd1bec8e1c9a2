// VERIFY proved
// CONSTRUCT: a thread that is created only if a flag is seen
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wanted, count;

static void *helper(void *arg) {
    atomic_fetch_add(&count, 2);
    return arg;
}

static void *boss(void *arg) {
    if (wanted) {
        pthread_t child;
        pthread_create(&child, NULL, helper, NULL);
        atomic_fetch_add(&count, 1);
        pthread_join(child, NULL);
        assert(count == 3);
    }
    return arg;
}

static void *customer(void *arg) {
    wanted = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, boss, NULL);
    pthread_create(&t2, NULL, customer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count == 0 || count == 3);
    return 0;
}
