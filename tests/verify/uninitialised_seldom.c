// VERIFY unknown heap main#1 holds that nobody has written may be read at
// CONSTRUCT: a thread reads after so many steps that another one has always written by then, in the runs that are made
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *state;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    atomic_store(state, 1);
    return arg;
}

static void *reader(void *arg) {
    for (int i = 0; i < 30; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    assert(atomic_load(state) < 2);
    return arg;
}

int main(void) {
    pthread_t one, two;
    state = malloc(sizeof *state);
    pthread_create(&one, NULL, writer, NULL);
    pthread_create(&two, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free((void *)state);
    return 0;
}
