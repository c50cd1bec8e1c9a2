// VERIFY proved
// VERIFY races: proved
// CONSTRUCT: double-checked locking with an atomic pointer
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) shared;
static int cell, times;

static int *get(void) {
    int *found = shared;
    if (found) return found;
    pthread_mutex_lock(&lock);
    found = shared;
    if (!found) {
        found = &cell;
        cell = 9;
        times = times + 1;
        shared = found;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void *user(void *arg) {
    assert(*get() == 9);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(times == 1);
    return 0;
}
