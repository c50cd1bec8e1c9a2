// CONSTRUCT: without a second barrier the next phase overwrites what the other still reads
#include <assert.h>
#include <pthread.h>

static int cells[2];
static pthread_barrier_t barrier;

static void *first(void *arg) {
    (void)arg;
    cells[0] = 1;
    pthread_barrier_wait(&barrier);
    cells[0] = 0;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    cells[1] = 1;
    pthread_barrier_wait(&barrier);
    int sum = cells[0] + cells[1];
    assert(sum >= 1); // HOLDS
    assert(sum == 2); // FAILS
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
