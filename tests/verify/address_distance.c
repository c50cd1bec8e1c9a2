// VERIFY proved
// CONSTRUCT: a lock for each element, chosen by how far it is from the first
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int values[2];

static void *worker(void *arg) {
    int *value = arg;
    pthread_mutex_t *lock = &locks[((uintptr_t)value - (uintptr_t)values) / sizeof *value];
    pthread_mutex_lock(lock);
    ++*value;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, &values[i % 2]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(values[0] == 2 && values[1] == 1);
    return 0;
}
