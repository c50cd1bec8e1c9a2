// CONSTRUCT: one counter per thread, summed up in the loop that joins them
#include <pthread.h>

enum { threads = 2 };
static int counters[threads];

static void *worker(void *arg) {
    int *mine = arg;
    ++*mine; // RACE!
    return NULL;
}

int main(void) {
    pthread_t ids[threads];
    int sum = 0;
    for (int i = 0; i < threads; i++)
        pthread_create(&ids[i], NULL, worker, &counters[i]);
    for (int i = 0; i < threads; i++) {
        sum += counters[(i + 1) % threads]; // RACE!
        pthread_join(ids[i], NULL);
    }
    return sum > 2 ? 1 : 0;
}
