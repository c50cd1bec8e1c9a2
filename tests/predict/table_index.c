// CONSTRUCT: a table is written at a shared index: the cell that is hit depends on the order
#include <assert.h>
#include <pthread.h>

static int at, cells[3];

static void *mover(void *arg) {
    (void)arg;
    at = 1;
    at = 2;
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    cells[at] = 7;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, mover, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(cells[0] + cells[1] + cells[2] == 7); // HOLDS
    assert(cells[1] == 0); // FAILS
    assert(cells[2] == 7); // FAILS
    return 0;
}
