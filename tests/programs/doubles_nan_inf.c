// CONSTRUCT: doubles with NaN, infinities, negative zero and rounding
// EXIT: 0
#include <assert.h>
#include <math.h>
#include <pthread.h>

static double cells[4];
static volatile double zero;
static int nan_seen, inf_seen;

static void *make_nan(void *arg) {
    (void)arg;
    cells[0] = zero / zero;
    cells[1] = -zero;
    return NULL;
}

static void *make_inf(void *arg) {
    (void)arg;
    cells[2] = 1.0 / zero;
    cells[3] = 0.1 + 0.2;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, make_nan, NULL);
    pthread_create(&t2, NULL, make_inf, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    nan_seen = cells[0] != cells[0];
    inf_seen = cells[2] > 1e308;
    assert(nan_seen && inf_seen);
    assert(!(cells[0] < 1.0) && !(cells[0] >= 1.0));
    assert(cells[1] == 0.0 && 1.0 / cells[1] < 0.0);
    assert(cells[3] != 0.3 && cells[3] - 0.3 < 1e-15);
    assert(isnan(cells[0]) && isinf(cells[2]) && signbit(cells[1]));
    assert((long)1e15 == 1000000000000000L);
    return 0;
}
