// VERIFY unknown state of main
// CONSTRUCT: one thread writes a local variable of main that another one reads, and nothing says who comes first
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void *writer(void *arg) {
    atomic_store((atomic_int *)arg, 1);
    return 0;
}

static void *reader(void *arg) {
    assert(atomic_load((atomic_int *)arg) < 2);
    return 0;
}

int main(void) {
    pthread_t one, two;
    atomic_int state;
    pthread_create(&one, 0, writer, &state);
    pthread_create(&two, 0, reader, &state);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
