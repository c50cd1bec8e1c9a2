// CONSTRUCT: an array of mutexes: one thread takes its neighbour's
#include <assert.h>
#include <pthread.h>

static int cells[2];
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void add(int cell, int lock) {
    pthread_mutex_lock(&locks[lock]);
    cells[cell]++;
    pthread_mutex_unlock(&locks[lock]);
}

static void *first(void *arg) {
    (void)arg;
    add(0, 0);
    add(1, 1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    add(0, 0);
    add(1, 0);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(cells[0] == 2); // HOLDS
    assert(cells[1] == 2); // FAILS
    return 0;
}
