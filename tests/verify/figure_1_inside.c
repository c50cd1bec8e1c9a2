// VERIFY bug
// CONSTRUCT: trace-driven verification, section 2: an assertion inside complexA(), which the first run does not call
#include <assert.h>
#include <pthread.h>

static int y, calls;

static void complexA(void) {
    calls += 1;
    assert(y == 2); // FAILS
}

static void complexB(void) {
    calls += 2;
}

static void *foo(void *arg) {
    int a = 1;
    y = a + 1;
    if (y < 2) complexA();
    return arg;
}

static void *bar(void *arg) {
    int b = 0;
    if (b >= 0)
        y = b + 1;
    else
        complexB();
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, foo, NULL);
    pthread_create(&t2, NULL, bar, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
