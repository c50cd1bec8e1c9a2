// VERIFY proved
// CONSTRUCT: an assertion that no run reaches
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

static void *second(void *arg) {
    int b = y;
    int a = x;
    if (b == 1 && a == 0) assert(0);
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
