// CONSTRUCT: a write under a branch that was not taken cannot be used
#include <assert.h>
#include <pthread.h>

static int go, x;

static void *starter(void *arg) {
    (void)arg;
    go = 1;
    go = 0;
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    if (go) {
        x = 1;
    }
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    assert(x == 0); // HOLDS: fails only off the path, where the branch is taken
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, starter, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_create(&t3, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
