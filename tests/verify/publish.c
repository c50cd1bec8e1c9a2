// VERIFY proved
// VERIFY races: proved
// CONSTRUCT: data, then a flag that is waited for
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *writer(void *arg) {
    data = 42;
    ready = 1;
    return arg;
}

static void *reader(void *arg) {
    while (!ready) continue;
    assert(data == 42);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
