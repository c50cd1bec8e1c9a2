// CONSTRUCT: a matrix of 4 x 4 becomes one of 2 x 8 in two steps; its last cell is looked for in between
#include <pthread.h>

static int cells[16], rows = 4, columns = 4, corner;

static void *reader(void *arg) {
    (void)arg;
    corner = cells[(rows - 1) * columns + columns - 1]; // MEMORY! out-of-bounds
    return NULL;
}

static void *reshape(void *arg) {
    (void)arg;
    columns = 8;
    rows = 2;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, reshape, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
