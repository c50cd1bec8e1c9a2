// VERIFY proved
// CONSTRUCT: a flag says that the block has been filled: before, nobody looks
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *value;
static atomic_int ready;

static void *writer(void *arg) {
    *value = 7;
    atomic_store(&ready, 1);
    return arg;
}

static void *reader(void *arg) {
    if (atomic_load(&ready))
        assert(*value == 7);
    return arg;
}

int main(void) {
    pthread_t one, two;
    value = malloc(sizeof *value);
    pthread_create(&one, NULL, writer, NULL);
    pthread_create(&two, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(value);
    return 0;
}
