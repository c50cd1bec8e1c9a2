// CONSTRUCT: memset of a struct against the write of one field
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct state {
    int a, b;
};

static struct state state = {1, 1};

static void *clear(void *arg) {
    (void)arg;
    memset(&state, 0, sizeof state);
    return NULL;
}

static void *set(void *arg) {
    (void)arg;
    state.b = 7;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, clear, NULL);
    pthread_create(&t2, NULL, set, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(state.a == 0); // HOLDS
    assert(state.b == 7); // FAILS
    return 0;
}
