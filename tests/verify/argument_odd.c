// VERIFY bug
// CONSTRUCT: an argument that is odd for a moment
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int amount;
static int result;

static void *add(void *arg) {
    result = result + (int)(long)arg;
    return NULL;
}

static void *starter(void *arg) {
    pthread_t child;
    pthread_create(&child, NULL, add, (void *)(long)amount);
    pthread_join(child, NULL);
    return arg;
}

static void *setter(void *arg) {
    amount = 3;
    amount = 4;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, starter, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(result % 2 == 0 && result <= 4); // FAILS
    return 0;
}
