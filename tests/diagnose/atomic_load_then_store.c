// DIAGNOSE concurrency
// CONSTRUCT: an atomic variable, loaded and stored in two steps
// CAUSE: count -> count
// REPAIR: any
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *work(void *arg) {
    atomic_store(&counter, atomic_load(&counter) + 1); // AT count
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(atomic_load(&counter) == 2); // FAILS
    return 0;
}
