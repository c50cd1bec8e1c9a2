// VERIFY proved
// CONSTRUCT: a thread ends by pthread_exit on one path
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *late(void *arg) {
    if (x == 0) pthread_exit(NULL);
    assert(x == 1);
    return arg;
}

static void *set(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, late, NULL);
    pthread_create(&t2, NULL, set, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
