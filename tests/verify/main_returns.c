// VERIFY proved
// CONSTRUCT: main returns and does not wait
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *late(void *arg) {
    x = 1;
    x = 2;
    assert(x == 2);
    return arg;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, late, NULL);
    int seen = x;
    if (seen == 3) x = 3;
    return 0;
}
