// CONSTRUCT: an array element chosen by a shared index, without a lock
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int at;
static int cells[4];

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
    assert(cells[0] + cells[1] + cells[2] == 7 && cells[3] == 0);
    return 0;
}
