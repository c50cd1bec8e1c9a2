// VERIFY proved
// CONSTRUCT: exit ends the process on one path
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;

static void *watch(void *arg) {
    if (y < x) exit(0);
    return arg;
}

static void *raise(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, watch, NULL);
    pthread_create(&t2, NULL, raise, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == y);
    return 0;
}
