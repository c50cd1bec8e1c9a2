// DIAGNOSE concurrency
// CONSTRUCT: two atomic steps are not one
// CAUSE: look -> sell
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seats = 1;

static void *work(void *arg) {
    if (atomic_load(&seats) > 0) // AT look
        atomic_fetch_sub(&seats, 1); // AT sell
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(atomic_load(&seats) >= 0); // FAILS
    return 0;
}
