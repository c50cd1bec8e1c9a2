// VERIFY proved
// CONSTRUCT: at least one of two sees the other's write
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *first(void *arg) {
    x = 1;
    a = y;
    return arg;
}

static void *second(void *arg) {
    y = 1;
    b = x;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(a == 1 || b == 1);
    return 0;
}
