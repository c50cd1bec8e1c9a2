// CONSTRUCT: data, then a flag; flag, then data: with sequentially consistent atomics the data is there
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, flag;

static void *writer(void *arg) {
    (void)arg;
    atomic_store(&data, 1);
    atomic_store(&flag, 1);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    if (atomic_load(&flag)) {
        assert(data == 1); // HOLDS
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
