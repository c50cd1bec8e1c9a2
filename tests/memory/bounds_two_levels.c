// CONSTRUCT: a table of positions says where the values are; a position is written before there is such a value
#include <pthread.h>
#include <stdatomic.h>

static int values[4] = {1, 2, 3, 4}, seen;
static atomic_int position[2] = {3, 0};

static void *reader(void *arg) {
    int *which = arg;
    seen = values[atomic_load(&position[*which])]; // MEMORY! out-of-bounds
    return NULL;
}

static void *mover(void *arg) {
    int *which = arg;
    atomic_store(&position[*which], 4);
    return NULL;
}

int main(void) {
    static int which[] = {1, 0};
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, reader, &which[0]);
    pthread_create(&t2, NULL, reader, &which[1]);
    pthread_create(&t3, NULL, mover, &which[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
