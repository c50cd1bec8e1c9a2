// VERIFY proved
// CONSTRUCT: how many threads are created depends on another one
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static int made;

static void *child(void *arg) {
    __sync_fetch_and_add(&made, 1);
    return arg;
}

static void *parent(void *arg) {
    pthread_t children[2];
    int wanted = n;
    for (int i = 0; i < wanted; i++) pthread_create(&children[i], NULL, child, NULL);
    for (int i = 0; i < wanted; i++) pthread_join(children[i], NULL);
    assert(made == wanted);
    return arg;
}

static void *setter(void *arg) {
    n = 1;
    n = 2;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, parent, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(made <= 2);
    return 0;
}
