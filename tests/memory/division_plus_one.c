// CONSTRUCT: the divisor is one more than a counter of one byte: wide enough not to wrap
#include <pthread.h>

static unsigned char generations = 255;
static int per_generation;

static void *survey(void *arg) {
    (void)arg;
    per_generation = 1000 / (generations + 1); // SAFE from 1 to 256
    return NULL;
}

static void *breed(void *arg) {
    (void)arg;
    generations++;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, survey, NULL);
    pthread_create(&t2, NULL, breed, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
