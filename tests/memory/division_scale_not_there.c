// CONSTRUCT: calibration says that it is done, and then writes the scale
#include <pthread.h>
#include <stdatomic.h>

static atomic_int calibrated, scale;
static int reading;

static void *calibrate(void *arg) {
    (void)arg;
    atomic_store(&calibrated, 1);
    atomic_store(&scale, 4);
    return NULL;
}

static void *sensor(void *arg) {
    (void)arg;
    if (atomic_load(&calibrated))
        reading = 100 / atomic_load(&scale); // MEMORY! division
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
