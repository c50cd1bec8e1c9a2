// VERIFY bug
// CONSTRUCT: the routine that the first run does not start breaks the claim
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int result;

static void *one(void *arg) {
    result = 1;
    return arg;
}

static void *two(void *arg) {
    result = 3;
    return arg;
}

static void *chooser(void *arg) {
    pthread_t child;
    pthread_create(&child, NULL, flag ? two : one, NULL);
    pthread_join(child, NULL);
    return arg;
}

static void *setter(void *arg) {
    flag = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, chooser, NULL);
    pthread_create(&t2, NULL, setter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(result == 1 || result == 2); // FAILS
    return 0;
}
