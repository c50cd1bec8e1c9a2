// CONSTRUCT: main returns without joining one of its threads: what that may do before counts
#include <assert.h>
#include <pthread.h>

static int stopped;

static void *worker(void *arg) {
    (void)arg;
    int seen = stopped;
    assert(seen == 0); // FAILS
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, other, NULL);
    pthread_join(t2, NULL);
    stopped = 1;
    return 0;
}
