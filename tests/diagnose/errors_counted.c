// DIAGNOSE concurrency
// NAMES: low, high
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int low, high;
static int errors;

static void *writer(void *arg) {
    low = 1;   // AT low
    high = 1;  // AT high
    return arg;
}

static void *reader(void *arg) {
    int first = low, last = high;
    if (first != last)
        errors++;
    return arg;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, writer, NULL);
    pthread_create(&other, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(errors == 0);  // FAILS
    return 0;
}
