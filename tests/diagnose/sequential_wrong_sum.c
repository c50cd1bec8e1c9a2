// DIAGNOSE sequential
// CONSTRUCT: what is asserted is never true
// REPAIR: none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *work(void *arg) {
    atomic_fetch_add(&counter, 1);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(atomic_load(&counter) == 3); // FAILS
    return 0;
}
