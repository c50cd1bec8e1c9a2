// VERIFY unknown address
// CONSTRUCT: a lock for each of several stripes of memory, chosen by the address: two objects may have one lock or two
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int inside, most;

static void *worker(void *arg) {
    pthread_mutex_t *lock = &locks[(uintptr_t)arg >> 5 & 1];
    pthread_mutex_lock(lock);
    inside++;
    if (inside > most)
        most = inside;
    inside--;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void) {
    pthread_t one, two;
    void *first = malloc(24), *second = malloc(24);
    pthread_create(&one, NULL, worker, first);
    pthread_create(&two, NULL, worker, second);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(most >= 0);
    free(first);
    free(second);
    return 0;
}
