// CONSTRUCT: one counter per thread, summed up after all have been joined
#include <pthread.h>

enum { threads = 3 };
static int counters[threads];

static void *worker(void *arg) {
    int *mine = arg;
    for (int i = 0; i < 2; i++)
        ++*mine;
    return NULL;
}

int main(void) {
    pthread_t ids[threads];
    int sum = 0;
    for (int i = 0; i < threads; i++)
        pthread_create(&ids[i], NULL, worker, &counters[i]);
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    for (int i = 0; i < threads; i++)
        sum += counters[i];
    return sum == 6 ? 0 : 1;
}
