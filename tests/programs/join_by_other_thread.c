// CONSTRUCT: a thread joined by a sibling, the handle passed through shared memory; pthread_equal
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static pthread_t worker;
static int value;

static void *work(void *arg) {
    (void)arg;
    value = 5;
    return &value;
}

static void *joiner(void *arg) {
    (void)arg;
    void *result;
    assert(!pthread_equal(pthread_self(), worker));
    int rc = pthread_join(worker, &result);
    assert(rc == 0 && result == &value);
    value++;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&t, NULL, joiner, NULL);
    pthread_join(t, NULL);
    assert(value == 6 && pthread_equal(pthread_self(), pthread_self()));
    return 0;
}
