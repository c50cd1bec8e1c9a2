// VERIFY unknown address
// CONSTRUCT: pointers to two blocks are sorted by where they lie, and the first one is counted in
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *both[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int compared(const void *one, const void *other) {
    int *first = *(int *const *)one, *second = *(int *const *)other;
    return first < second ? -1 : first > second;
}

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    qsort(both, 2, sizeof *both, compared);
    ++*both[0];
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t one, two;
    both[0] = calloc(1, sizeof *both[0]);
    both[1] = calloc(1, sizeof *both[1]);
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(*both[0] == 2);
    return 0;
}
