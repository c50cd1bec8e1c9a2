// VERIFY unknown heap main#2
// CONSTRUCT: realloc keeps what was there, and what is new holds anything; what it moved of that goes on to do so
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *numbers;

static void *worker(void *arg) {
    assert(numbers[0] == 1);
    assert(numbers[3] != 7);
    return arg;
}

int main(void) {
    pthread_t one, two;
    numbers = malloc(2 * sizeof *numbers);
    numbers[0] = 1;
    numbers = realloc(numbers, 4 * sizeof *numbers);
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(numbers);
    return 0;
}
