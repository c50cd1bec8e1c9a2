// VERIFY unknown heap main#1+4
// CONSTRUCT: a block of malloc is read where nobody has written
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *numbers;

static void *worker(void *arg) {
    assert(numbers[1] != 7);
    return arg;
}

int main(void) {
    pthread_t one, two;
    numbers = malloc(4 * sizeof *numbers);
    numbers[0] = 1;
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(numbers);
    return 0;
}
