// VERIFY bug
// VERIFY races: bug
// CONSTRUCT: a thread looks for its own id where its creator copies it, after the thread was created
#include <assert.h>
#include <pthread.h>

static pthread_t id;

static void *worker(void *arg) {
    assert(pthread_equal(id, pthread_self())); // FAILS
    return arg;
}

int main(void) {
    pthread_t own;
    pthread_create(&own, NULL, worker, NULL);
    id = own;
    pthread_join(own, NULL);
    return 0;
}
