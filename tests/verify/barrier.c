// VERIFY proved
// VERIFY races: proved
// CONSTRUCT: two phases with a barrier in between
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int input[2], output[2];

static void work(int self) {
    input[self] = self + 1;
    pthread_barrier_wait(&barrier);
    output[self] = input[0] + input[1];
    assert(output[self] == 3);
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
