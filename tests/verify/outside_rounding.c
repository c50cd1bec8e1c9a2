// VERIFY unknown rounded
// CONSTRUCT: another rounding than that of the model
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <xmmintrin.h>

static atomic_int begun;

static void *work(void *arg) {
    begun = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    _MM_SET_ROUNDING_MODE(_MM_ROUND_UP);
    volatile double sum = begun;
    sum = sum + 1e-17;
    assert(sum > 0);
    pthread_join(t, NULL);
    return 0;
}
