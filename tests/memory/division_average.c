// CONSTRUCT: the average is computed if there is something to average; another thread resets the statistics
#include <pthread.h>

static int sum = 12, count = 3, average;

static void *reporter(void *arg) {
    (void)arg;
    if (count > 0)
        average = sum / count; // MEMORY! division
    return NULL;
}

static void *reset(void *arg) {
    (void)arg;
    sum = 0;
    count = 0;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reporter, NULL);
    pthread_create(&t2, NULL, reset, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
