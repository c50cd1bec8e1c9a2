// CONSTRUCT: the last sample is looked at; samples are only ever added, and the number is raised behind them
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *samples;
static atomic_int count = 1;
static int latest;

static void *display(void *arg) {
    (void)arg;
    latest = samples[atomic_load(&count) - 1]; // SAFE there is always one, and never more than four
    return NULL;
}

static void *sampler(void *arg) {
    (void)arg;
    for (int i = 0; i < 3; i++) {
        int at = atomic_load(&count);
        samples[at] = i; // SAFE
        atomic_store(&count, at + 1);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    samples = calloc(4, sizeof *samples);
    pthread_create(&t1, NULL, display, NULL);
    pthread_create(&t2, NULL, sampler, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
