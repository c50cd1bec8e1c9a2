// CONSTRUCT: a thread returns an object on the heap, and who joins it uses and frees that
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    int *result = malloc(sizeof *result);
    *result = *(int *)arg * 2;
    return result;
}

int main(void) {
    pthread_t threads[2];
    int inputs[2] = {1, 2}, sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &inputs[i]);
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(threads[i], &result);
        sum += *(int *)result;
        free(result);
    }
    return sum == 6 ? 0 : 1;
}
