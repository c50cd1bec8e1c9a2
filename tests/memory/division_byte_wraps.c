// CONSTRUCT: a counter of one byte comes to 0 again after 255
#include <pthread.h>

static unsigned char generations = 255;
static int per_generation;

static void *survey(void *arg) {
    (void)arg;
    per_generation = 1000 / generations; // MEMORY! division
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
