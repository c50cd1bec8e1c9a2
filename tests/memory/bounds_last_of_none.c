// CONSTRUCT: the last sample is looked at if there is one; the number of samples is read anew for that
#include <pthread.h>
#include <stdlib.h>

static struct series {
    int *samples, count;
} series;
static int latest;

static void *display(void *arg) {
    (void)arg;
    if (series.count > 0)
        latest = series.samples[series.count - 1]; // MEMORY! out-of-bounds
    return NULL;
}

static void *reset(void *arg) {
    (void)arg;
    series.count = 0;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    series.samples = calloc(4, sizeof *series.samples);
    series.count = 2;
    pthread_create(&t1, NULL, display, NULL);
    pthread_create(&t2, NULL, reset, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
