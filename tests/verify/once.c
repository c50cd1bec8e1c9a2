// VERIFY proved
// CONSTRUCT: pthread_once makes it once
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int times, value;

static void make(void) {
    value = 5;
    times = times + 1;
}

static void *user(void *arg) {
    pthread_once(&control, make);
    assert(value == 5);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(times == 1);
    return 0;
}
