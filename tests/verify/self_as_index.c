// VERIFY unknown pthread_self
// CONSTRUCT: two threads count without a lock, each in the place that its id leads to: perhaps the same
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int counts[4];

static unsigned place(void) {
    uintptr_t number = (uintptr_t)pthread_self();
    number ^= number >> 33;
    number *= 0xff51afd7ed558ccdull;
    return (number ^ number >> 33) % 4;
}

static void *worker(void *arg) {
    int *count = &counts[place()];
    int seen = *count;
    *count = seen + 1;
    return arg;
}

int main(void) {
    pthread_t threads[2];
    int sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++)
        sum += counts[i];
    assert(sum == 2);
    return 0;
}
