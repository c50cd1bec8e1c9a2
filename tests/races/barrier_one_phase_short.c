// CONSTRUCT: a barrier before the neighbour's cell is read, but none before it is written again
#include <pthread.h>

static int cells[2], seen[2];
static pthread_barrier_t barrier;

static void phase(int me) {
    cells[me] = me + 1; // NORACE
    pthread_barrier_wait(&barrier);
    seen[me] = cells[1 - me]; // RACE!
    cells[me] = 0;            // RACE!
}

static void *first(void *arg) {
    (void)arg;
    phase(0);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    phase(1);
    return NULL;
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
