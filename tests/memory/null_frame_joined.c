// CONSTRUCT: threads write into an array of the frame that created them, which joins them before it returns
#include <pthread.h>
#include <stdlib.h>

static void *square(void *arg) {
    int *cell = arg;
    *cell = *cell * *cell; // SAFE
    return NULL;
}

static int squares(void) {
    pthread_t threads[2];
    int cells[2] = {3, 4};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, square, &cells[i]);
    for (int i = 1; i >= 0; i--)
        pthread_join(threads[i], NULL);
    return cells[0] + cells[1];
}

int main(void) { return squares() == 25 ? 0 : 1; }
