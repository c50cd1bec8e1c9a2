// CONSTRUCT: each thread computes one row too many
#include <pthread.h>

enum { size = 4 };
static int vector[size] = {1, 2, 3, 4}, product[size + 1];

static void *worker(void *arg) {
    int begin = (int)(long)arg;
    for (int row = begin; row <= begin + size / 2; row++)
        product[row] += vector[row % size]; // RACE!
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(i * size / 2));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
