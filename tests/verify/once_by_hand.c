// VERIFY bug
// CONSTRUCT: once by a plain variable makes it twice
#include <assert.h>
#include <pthread.h>

static int done, times, value;

static void make(void) {
    value = 5;
    times = times + 1;
}

static void *user(void *arg) {
    if (!done) {
        make();
        done = 1;
    }
    assert(value == 5);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(times == 1); // FAILS
    return 0;
}
