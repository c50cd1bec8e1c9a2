// VERIFY bug
// CONSTRUCT: a function that calls itself and creates threads of itself, counting in two steps
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int leaves;

static void *split(void *arg) {
    long depth = (long)arg;
    if (depth == 0) {
        leaves = leaves + 1;
        return NULL;
    }
    pthread_t half;
    pthread_create(&half, NULL, split, (void *)(depth - 1));
    split((void *)(depth - 1));
    pthread_join(half, NULL);
    return NULL;
}

int main(void) {
    split((void *)2);
    assert(leaves == 4); // FAILS
    return 0;
}
