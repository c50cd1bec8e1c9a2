// VERIFY proved
// CONSTRUCT: one of those at the barrier, whichever, makes the sum for both
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int parts[2], sum;

static void work(int self) {
    parts[self] = self + 1;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) sum = parts[0] + parts[1];
    pthread_barrier_wait(&barrier);
    assert(sum == 3);
}

static void *first(void *arg) {
    work(0);
    return arg;
}

static void *second(void *arg) {
    work(1);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
