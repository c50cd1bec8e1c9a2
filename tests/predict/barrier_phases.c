// CONSTRUCT: what was written before the barrier is seen after it
#include <assert.h>
#include <pthread.h>

static int cells[2];
static pthread_barrier_t barrier;

static void work(int self) {
    cells[self] = self + 1;
    pthread_barrier_wait(&barrier);
    int sum = cells[0] + cells[1];
    assert(sum == 3); // HOLDS
}

static void *first(void *arg) {
    (void)arg;
    work(0);
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
    return 0;
}
