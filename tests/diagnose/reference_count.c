// DIAGNOSE concurrency
// CONSTRUCT: who takes the last reference away frees; taken away in two steps, nobody does
// CAUSE: read -> write | read -> write, write -> write
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int references = 2;
static atomic_int freed;

static void *work(void *arg) {
    int left = references - 1; // AT read
    references = left; // AT write
    if (left == 0)
        atomic_fetch_add(&freed, 1);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(atomic_load(&freed) == 1); // FAILS
    return 0;
}
