// CONSTRUCT: a field of records in rows: the row is one too many for a moment
#include <pthread.h>

static struct cell {
    int kind, height;
} grid[3][4];
static int row = 2, column = 1, height;

static void *look(void *arg) {
    (void)arg;
    height = grid[row][column].height; // MEMORY! out-of-bounds
    return NULL;
}

static void *step(void *arg) {
    (void)arg;
    row = row + 1;
    if (row == 3)
        row = 0;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, look, NULL);
    pthread_create(&t2, NULL, step, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
