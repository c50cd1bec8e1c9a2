// DIAGNOSE concurrency
// CONSTRUCT: one line reads and writes, in several threads
// CAUSE: count -> count
// REPAIR: mutex, atomic
// WITHOUT PREEMPTION: no
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *arg) {
    counter++; // AT count
    return arg;
}

int main(void) {
    pthread_t first, second, third, fourth;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_create(&third, NULL, work, NULL);
    pthread_create(&fourth, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    pthread_join(fourth, NULL);
    assert(counter == 4); // FAILS
    return 0;
}
