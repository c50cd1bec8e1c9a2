// VERIFY unknown heap main#1
// CONSTRUCT: one thread writes what another one reads, and nothing says who comes first
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *state;

static void *writer(void *arg) {
    atomic_store(state, 1);
    return arg;
}

static void *reader(void *arg) {
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
