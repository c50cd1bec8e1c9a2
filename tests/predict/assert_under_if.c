// CONSTRUCT: an assertion under a condition that did not hold in the recorded run
#include <assert.h>
#include <pthread.h>

static int ready, data;

static void *writer(void *arg) {
    (void)arg;
    ready = 1;
    data = 42;
    ready = 0;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    if (ready)
        assert(data == 42); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
