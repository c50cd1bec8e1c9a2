// CONSTRUCT: a table is read at a shared index, then at what was found there
#include <assert.h>
#include <pthread.h>

static int at, next[4] = {1, 2, 3, 0}, cells[4] = {10, 11, 12, 13};

static void *mover(void *arg) {
    (void)arg;
    at = next[at];
    at = next[at];
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen = cells[next[at]];
    assert(seen >= 11); // HOLDS
    assert(seen == 13); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, mover, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(at == 2); // HOLDS
    return 0;
}
