// VERIFY proved
// VERIFY races: proved
// CONSTRUCT: a thread finds its own id where its creator stores it
#include <assert.h>
#include <pthread.h>

static pthread_t id;

static void *worker(void *arg) {
    assert(pthread_equal(id, pthread_self()));
    return arg;
}

int main(void) {
    pthread_create(&id, NULL, worker, NULL);
    pthread_join(id, NULL);
    return 0;
}
