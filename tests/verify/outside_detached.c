// VERIFY unknown join or detach the same thread
// CONSTRUCT: one thread detaches what another one joins
#include <assert.h>
#include <pthread.h>

static pthread_t other;

static void *nothing(void *arg) { return arg; }

static void *work(void *arg) {
    pthread_detach(other);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&other, NULL, nothing, NULL);
    pthread_create(&t, NULL, work, NULL);
    int refused = pthread_join(other, NULL);
    assert(refused >= 0);
    pthread_join(t, NULL);
    return 0;
}
