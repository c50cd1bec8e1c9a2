// CONSTRUCT: lazy initialisation in two steps: the second user takes a half-made value
#include <assert.h>
#include <pthread.h>

static int state, value;

static void *user(void *arg) {
    (void)arg;
    if (state == 0) {
        state = 1;
        value = 42;
    }
    int seen = value;
    assert(seen == 42); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
