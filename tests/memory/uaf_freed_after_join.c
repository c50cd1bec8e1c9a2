// CONSTRUCT: each worker fills its part of a buffer of the creator, which frees it when both are joined
#include <pthread.h>
#include <stdlib.h>

struct part {
    int *cells, from;
};

static void *worker(void *arg) {
    struct part *part = arg;
    for (int i = 0; i < 2; i++)
        part->cells[part->from + i] = i; // SAFE
    return NULL;
}

static int fill(void) {
    pthread_t threads[2];
    struct part parts[2];
    int *cells = malloc(4 * sizeof *cells);
    for (int i = 0; i < 2; i++) {
        parts[i].cells = cells;
        parts[i].from = 2 * i;
        pthread_create(&threads[i], NULL, worker, &parts[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    int last = cells[3];
    free(cells);
    return last;
}

int main(void) { return fill() == 1 ? 0 : 1; }
