// CONSTRUCT: the bin of a histogram is computed with a range that another thread makes smaller, up to where it may
#include <pthread.h>

#define BINS 8

static int bins[BINS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int range = 16;

static void *sample(void *arg) {
    int *value = arg;
    pthread_mutex_lock(&lock);
    int mine = range;
    pthread_mutex_unlock(&lock);
    int bin = *value * BINS / mine;
    bins[bin < BINS ? bin : BINS - 1]++; // SAFE
    return NULL;
}

static void *zoom(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    range = 8;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    static int value = 10;
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sample, &value);
    pthread_create(&t2, NULL, zoom, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
