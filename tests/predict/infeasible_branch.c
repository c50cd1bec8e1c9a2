// CONSTRUCT: both branches were taken, but the guards contradict the failing value
#include <assert.h>
#include <pthread.h>

static int mode = 1, x;

static void *changer(void *arg) {
    (void)arg;
    mode = 2;
    mode = 1;
    return NULL;
}

static void *worker(void *arg) {
    (void)arg;
    int seen = mode;
    if (seen == 1) {
        x = seen;
        assert(x == 1); // HOLDS
    }
    assert(x < 2); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, changer, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 1); // HOLDS: fails only off the path, where the branch is not taken
    return 0;
}
