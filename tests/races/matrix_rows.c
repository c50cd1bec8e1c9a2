// CONSTRUCT: each thread computes its own rows of a matrix
#include <pthread.h>

enum { size = 4 };
static int matrix[size][size], vector[size] = {1, 2, 3, 4}, product[size];

static void *worker(void *arg) {
    int begin = (int)(long)arg;
    for (int row = begin; row < begin + size / 2; row++)
        for (int column = 0; column < size; column++)
            product[row] += matrix[row][column] * vector[column];
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < size; i++)
        matrix[i][i] = 1;
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(i * size / 2));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return product[3] == 4 ? 0 : 1;
}
