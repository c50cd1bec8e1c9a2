// CONSTRUCT: calibration writes the scale, and then says that it is done
#include <pthread.h>
#include <stdatomic.h>

static atomic_int calibrated;
static int scale, reading;

static void *calibrate(void *arg) {
    (void)arg;
    scale = 4;
    atomic_store_explicit(&calibrated, 1, memory_order_release);
    return NULL;
}

static void *sensor(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&calibrated, memory_order_acquire))
        reading = 100 / scale; // SAFE
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, calibrate, NULL);
    pthread_create(&t2, NULL, sensor, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
