// CONSTRUCT: the one serial thread of the round does the summing; the others do not wait for it
#include <assert.h>
#include <pthread.h>

static int cells[2], total;
static pthread_barrier_t barrier;

static void work(int self) {
    cells[self] = 2;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        total = cells[0] + cells[1];
}

static void *first(void *arg) {
    (void)arg;
    work(0);
    int seen = total;
    assert(seen % 4 == 0); // HOLDS
    assert(seen == 4); // FAILS
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    work(1);
    return NULL;
}

int main(void) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(total == 4); // HOLDS
    return 0;
}
